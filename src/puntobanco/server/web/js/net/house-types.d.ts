// What the pages of the house read through the HTTP interface.

import type { CellForm, StatisticsForm } from "../types.js";

/** GET /api/session: roles by table, or `*` for every one. */
export interface Who { name: string; roles: Record<string, string[]>; must_change_password: boolean; is_device: boolean; idle_seconds: number; began: number }

/** GET /api/tables */
export interface Lobby { time: number; tables: LobbyTable[] }
export interface LobbyTable {
  table: string; title: string; book: string; book_title: string; cards: string; pace: string;
  stage: string; line: string; coup: number; shoe: number; closes_at: number | null; stopped: string;
  digits: number; minimum: number; maximum: number; wagers: number; places: number; taken: number; watching: number;
  big_road: readonly CellForm[]; statistics: StatisticsForm; good_roads: readonly string[];
}
