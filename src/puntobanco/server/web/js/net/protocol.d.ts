// The messages of docs/server.md and the answers of the HTTP interface that the pages read.

import type {
  FairnessForm, HandsForm, MeForm, NewsForm, OpenedCardForm, OwnStakeForm, PhaseForm, Request, RoadsForm, RulingForm,
  SeatsForm, SettledForm, StaffForm, StakesForm, TableForm,
} from "../types.js";

export interface View {
  table: TableForm;
  phase: PhaseForm;
  hands: HandsForm;
  stakes: StakesForm;
  seats: SeatsForm;
  roads: RoadsForm;
  ruling: RulingForm | null;
  fairness: FairnessForm | null;
  me?: MeForm;
  staff?: StaffForm;
}

export interface Viewer { name: string; roles: string[]; acts_as: string[] }
export interface Welcome { type: "welcome"; table: string; sequence: number; time: number; viewer: Viewer; view: View }
/** `since`, where it is sent, is the sequence that these news follow: another one held here is a gap. */
export interface News { type: "news"; sequence: number; since?: number; time: number; view: Partial<View>; news: NewsForm[] }
export interface Refusal {
  reason: string; sentence: string; clauses: readonly string[]; offending: number | null; acceptable: number | null;
}
export interface Answer {
  type: "answer"; id: string; accepted: boolean; first: number | null; last: number | null;
  refusal: Refusal | null; approval: string | null; repeated: boolean;
}
export interface Time { type: "time"; time: number; echo: number }
export interface Failure { type: "error"; id: string | null; code: string; sentence: string }
export type Message = Welcome | News | Answer | Time | Failure;
export type Asked = Request | { request: string; by: string; [field: string]: unknown };

/** GET /api/session: who one is; `roles` by table, `*` for all of them. */
export interface Session {
  name: string; roles: Record<string, string[]>; must_change_password: boolean; is_device: boolean;
  idle_seconds: number; began: number;
}

/** GET /api/account: one's own money, limits and exclusion. */
export interface Account {
  name: string; digits: number; balance: number; at_tables: Record<string, number>; sequence: number;
  limits: OwnLimit[];
  exclusion: { until: number | null; by: string; reason: string } | null;
  /** When own time is up, or was, and when it begins anew. */
  play_until: number | null; play_again: number | null;
  /** What the coups settled in this session have brought; shown where the server says it. */
  session_net?: number;
}
export interface OwnLimit {
  limit: "deposit" | "loss" | "time"; amount: number | null; counted: number; left: number | null;
  coming: number | null; coming_from: number | null;
}

/** GET /api/tables/T/history?before=COUP: the newest first. */
export interface History { table: string; patron: string; digits: number; coups: PastCoup[]; next: number | null }
export interface PastCoup {
  coup: number; shoe: number; opened_at: number; ended_at: number | null;
  player: (string | null)[]; banker: (string | null)[]; player_total: number | null; banker_total: number | null;
  winner: "player" | "banker" | "tie" | ""; voided: boolean;
  stakes: readonly OwnStakeForm[]; lines: readonly SettledForm[];
  ante: number; commission: number; net: number; rack_before: number; rack_after: number;
  clauses: readonly string[]; first: number; last: number;
}

/** GET /api/books/BOOK: here what the pages read of it. */
export interface Book {
  book: string; title: string; edition: string;
  drawing: { player: DrawingRow[]; banker: DrawingRow[]; banker_alone: DrawingRow[] };
}
/** D draws, S stands; ten letters are for Player's third card 0 to 9, one for any. */
export interface DrawingRow { totals: string; letters: string; clauses: readonly string[] }
/** GET /api/books/BOOK/clauses */
export interface Clauses {
  book: string; title: string; clauses: { id: string; kind: string; status: string; gist: string; note: string }[];
  defaults: Record<string, string>;
}

/** GET /api/tables/T/shoes: the newest first. */
export interface Shoes { table: string; cards: string; shoes: ShoeLine[]; next: number | null }
export interface ShoeLine {
  shoe: number; cards: string; size: number; root: string; promised_at: number; cut: number | null; cut_by: string;
  revealed_at: number | null; used: number | null; reason: string;
}
/** GET /api/tables/T/shoes/N: shown cards with their proofs while it is secret, everything once revealed. */
export interface Shoe { table: string; promise: ShoeLine; opened: OpenedCardForm[]; order: string; secret: string }
