// The messages of docs/server.md and the answers of the HTTP interface that the pages read.

import type {
  CardForm, FairnessForm, HandsForm, MeForm, NewsForm, OutcomeForm, OwnCoupForm, PhaseForm, Request, RoadsForm, RulingForm,
  SeatsForm, StaffForm, StakesForm, TableForm,
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

/** GET /api/session */
export interface Session { name: string; roles: string[]; must_change_password: boolean }

/** GET /api/account: one's own money, limits and exclusion. */
export interface Account {
  name: string;
  balance: number;
  digits: number;
  /** Since this session was opened: when, and what was won or lost by the coups settled in it. */
  session: { since: number; net: number };
  limits: { limit: "deposit" | "loss"; amount: number | null; used: number; next: number | null; holds_from: number | null }[];
  excluded_until: number | null;
  excluded: boolean;
}

/** GET /api/tables/T/history?before=COUP: newest first. */
export interface History { coups: PastCoup[]; more: boolean }
export interface PastCoup {
  coup: number; shoe: number; time: number; cards: readonly CardForm[]; outcome: OutcomeForm | null; own: OwnCoupForm;
  rack_before: number; rack_after: number;
}

/** GET /api/books/BOOK: its clauses paraphrased, and the drawing rules as rows of D and S. */
export interface Book {
  book: string; title: string; short: string; edition: string;
  clauses: { id: string; kind: string; gist: string }[];
  /** By Banker's two-card total: what Banker does when Player stood, and against each third card 0 to 9. */
  tableau: { player: { total: number; draws: boolean }[]; banker: { total: number; stood: string; against: string }[] };
}

/** GET /api/tables/T/shoes/N: the promise of a shoe with every card of it that has been shown so far. */
export type ShoeProof = FairnessForm;
