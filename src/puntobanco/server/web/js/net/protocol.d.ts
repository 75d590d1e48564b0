// The messages of docs/server.md, and who is signed in; every form in them is written by tools/web_types.py.

import type {
  FairnessForm, HandsForm, MeForm, NewsForm, PhaseForm, Request, RoadsForm, RulingForm, SeatsForm, StaffForm, StakesForm, TableForm,
} from "../types.js";
import type { RefusalForm as Refusal } from "../types.js";
export type { Refusal };

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
export interface News { type: "news"; sequence: number; time: number; view: Partial<View>; news: NewsForm[] }
export interface Answer {
  type: "answer"; id: string; accepted: boolean; first: number | null; last: number | null;
  refusal: Refusal | null; approval: string | null; repeated: boolean;
}
export interface Time { type: "time"; time: number; echo: number }
export interface Failure { type: "error"; id: string | null; code: string; sentence: string; said?: import("../types.js").Saying | null }
export type Message = Welcome | News | Answer | Time | Failure;
export type Asked = Request | { request: string; by: string; [field: string]: unknown };

/** GET /api/session: who one is; `roles` by table, `*` for all of them. */
export interface Session {
  name: string; roles: Record<string, string[]>; must_change_password: boolean; is_device: boolean;
  idle_seconds: number; began: number;
}
