// The answers of the HTTP interface that the floor reads: `puntobanco.server.forms`.

import type { Refusal } from "./protocol.js";
import type { CellForm, Saying } from "../types.js";

/** GET /api/floor */
export interface FloorTable {
  table: string; title: string; book: string; book_title: string; cards: string; pace: string; stage: string; line: string;
  coup: number; shoe: number; halted: boolean; voided: boolean; stopped: string; closes_at: number | null; dealer: string; dealer_since: number | null; digits: number;
  minimum: number; maximum: number; places: number; seated: number; standing: number; watching: number; devices: number; devices_on: number; staked: number; racks: number;
  on_player: number; on_tie: number; on_banker: number; differential: number | null; coups_per_hour: number | null; marker_from_back: number;
  drop: number; win: number; shoe_size: number; cards_out: number; alerts: number; approvals: number;
}
export interface Floor { time: number; tables: FloorTable[]; alerts: number; approvals: number }

/** What the floor reads of GET /api/tables. */
export interface Lobby { tables: { table: string; big_road: CellForm[] }[] }

/** GET /api/approvals */
export interface Approval {
  approval: string; table: string; kind: string; body: string; sentence: string; follows: { sentence: string; said: Saying; clauses: string[] }[]; reason: string; by: string; asked_at: number;
  ends_at: number; may_decide: boolean;
}
export interface Approvals { time: number; waiting: Approval[]; decided: { approval: string; given: boolean; by: string; reason: string }[] }

/** GET /api/alerts */
export interface Alert { alert: string; table: string; kind: string; sentence: string; values: Record<string, string>; raised_at: number }
export interface Alerts { time: number; alerts: Alert[] }

/** POST /api/approvals/A */
export interface Decision { agreed: boolean; done: boolean; refusal: Refusal | null }

/** GET /api/tables/T/setup */
export interface TableSetup { table: string; settings: Record<string, string>; betting_seconds: number; stopped: string }

/** GET /api/tables/T/coups/N */
export interface RecordedAction { sequence: number; time: number; actor: string; event: string; sentence: string; said: Saying; clauses: string[]; hash: string }
export interface CoupRecord {
  table: string; coup: number; shoe: number; digits: number; voided: boolean; video: string; opened_at: number; ended_at: number | null;
  cards: { slot: string; card: string | null; face_up: boolean; time: number }[];
  player_total: number | null; banker_total: number | null; winner: string;
  lines: { patron: string; place: number; wager: string; stake: number; result: string; profit: number; commission: number; label: string; clauses: string[] }[];
  rulings: RecordedAction[]; actions: RecordedAction[];
}
