// Written by tools/web_types.py from the forms and requests; not by hand.
import type { Saying, TableForm, WagerForm, PayoffForm, NoticeForm, NoticeLineForm, OwnStakeForm, SettledForm, OpenedCardForm, CellForm, StatisticsForm } from "../types.js";
export type { Saying, TableForm, WagerForm, PayoffForm, NoticeForm, NoticeLineForm, OwnStakeForm, SettledForm, OpenedCardForm, CellForm, StatisticsForm };

/** A limit that the owner sets. */
export interface OwnLimitForm {
  limit: string;
  amount: number | null;
  counted: number;
  left: number | null;
  coming: number | null;
  coming_from: number | null;
}

/** No bets and no deposits. */
export interface ExclusionForm {
  until: number | null;
  by: string;
  reason: string;
}

/** One person's account. */
export interface AccountForm {
  name: string;
  digits: number;
  balance: number;
  at_tables: Record<string, number>;
  limits: readonly (OwnLimitForm)[];
  play_until: number | null;
  play_again: number | null;
  exclusion: ExclusionForm | null;
  session_net: number | null;
  sequence: number;
}

/** One account of a list. */
export interface AccountLineForm {
  name: string;
  balance: number;
  at_tables: number;
  excluded: boolean;
}

/** Accounts by name. */
export interface AccountsForm {
  digits: number;
  accounts: readonly (AccountLineForm)[];
  next: string | null;
}

/** One event of an account. */
export interface EntryForm {
  sequence: number;
  time: number;
  event: string;
  sentence: string;
  said: Saying;
  amount: number;
  balance: number;
  table: string;
  by: string;
  reason: string;
}

/** An account's events, the newest first. */
export interface EntriesForm {
  name: string;
  digits: number;
  entries: readonly (EntryForm)[];
  next: number | null;
}

/** The house's signed word of where a log stood. */
export interface CheckpointForm {
  size: number;
  hash: string;
  time: number;
  key: string;
  good: boolean;
}

/** One log, and where it ends. */
export interface LogLineForm {
  log: string;
  kind: string;
  sequence: number;
  hash: string;
  time: number;
  checkpoint: CheckpointForm | null;
}

/** The clock of the house: the machine's, against one that runs evenly and nobody can set. */
export interface ClockForm {
  since: number;
  drift: number;
  steps: number;
}

/** The logs of the house by name. */
export interface LogsForm {
  clock: ClockForm | null;
  logs: readonly (LogLineForm)[];
  next: string | null;
}

/** One event of a log with everything that its envelope says. */
export interface EnvelopeForm {
  sequence: number;
  time: number;
  actor: string;
  cause: string;
  edition: string;
  rules: string;
  previous: string;
  salt: string;
  hash: string;
  event: any;
  sentence: string;
  said: Saying | null;
  holds: boolean;
}

/** Part of a log. */
export interface LogPageForm {
  log: string;
  after: number;
  last: number;
  ends_at: number;
  holds: boolean;
  envelopes: readonly (EnvelopeForm)[];
}

/** What both verifiers say of every log. */
export interface VerifiedForm {
  id: string;
  good: boolean;
  findings: readonly (string)[];
  logs: number;
  events: number;
  states: number;
  statements: number;
  milliseconds: number;
}

/** One event as a viewer saw it. */
export interface ReplayStepForm {
  sequence: number;
  time: number;
  event: string;
  sentence: string;
  said: Saying | null;
  clauses: readonly (string)[];
  view: any;
}

/** A coup as one viewer saw it. */
export interface ReplayForm {
  table: string;
  coup: number;
  audience: string;
  patrons: readonly (string)[];
  video: string;
  steps: readonly (ReplayStepForm)[];
}

/** The cards of one shoe, counted. */
export interface ShoeAuditForm {
  table: string;
  shoe: number;
  cards: string;
  size: number;
  dealt: number;
  burnt: number;
  left: number;
  coups: number;
  over: boolean;
  most_seen: number;
  decks: number;
  promised: boolean;
  findings: readonly (string)[];
}

/** A table's money by account, from its events and as the store keeps it. */
export interface MoneyAuditForm {
  table: string;
  digits: number;
  sequence: number;
  accounts: Record<string, number>;
  kept: Record<string, number>;
  drop: number;
  before_patrons: number;
  on_layout: number;
  won: number;
  findings: readonly (string)[];
}

/** Something unusual that was counted; it proves nothing by itself. */
export interface PatternForm {
  kind: string;
  table: string;
  who: readonly (string)[];
  count: number;
  sentence: string;
  said: Saying;
  sequences: readonly (number)[];
}

/** What the rules have counted, the highest first. */
export interface PatternsForm {
  tables: readonly (string)[];
  patterns: readonly (PatternForm)[];
  rules: Record<string, string>;
  rules_said: Record<string, Saying>;
}

/** One book of the list. */
export interface BookLineForm {
  book: string;
  title: string;
  edition: string;
  effective: string;
  digest: string;
  clauses: number;
}

/** An edition that the house offers to new tables, or that some table runs under. */
export interface BookAddedForm {
  book: string;
  title: string;
  digest: string;
  edition: string;
  by: string;
  added_at: number | null;
  offered: boolean;
  tables: readonly (string)[];
  problem: string;
}

/** Every edition that the house offers or some table runs under. */
export interface HouseBooksForm {
  books: readonly (BookAddedForm)[];
}

/** Something that is wrong with a book file, or looks wrong. */
export interface FindingForm {
  line: number;
  column: number;
  error: boolean;
  sentence: string;
}

/** What a book file would be; nothing was done. */
export interface BookCheckForm {
  accepted: boolean;
  findings: readonly (FindingForm)[];
  book: string;
  title: string;
  edition: string;
  digest: string;
}

/** One thing in which two editions differ. */
export interface DifferenceForm {
  part: string;
  name: string;
  change: string;
  before: string;
  after: string;
  edge_before: string;
  edge_after: string;
}

/** Two editions, clause by clause and wager by wager. */
export interface DifferencesForm {
  before: BookLineForm;
  after: BookLineForm;
  differences: readonly (DifferenceForm)[];
}

/** Every book. */
export interface BooksForm {
  books: readonly (BookLineForm)[];
}

/** Something that the book leaves to the operator. */
export interface OptionForm {
  name: string;
  kind: string;
  meaning: string;
  values: readonly (string)[];
  low: number | null;
  high: number | null;
  default: string;
  chosen: string;
  expected: string;
  clauses: readonly (string)[];
}

/** A combination that the book forbids. */
export interface ForbiddenForm {
  options: Record<string, readonly (string)[]>;
  sentence: string;
  clauses: readonly (string)[];
}

/** One line of a wager; the first that applies decides. */
export interface WagerLineForm {
  label: string;
  end: string;
  pays: string;
  clauses: readonly (string)[];
}

/** A wager of the book under the options asked for. */
export interface BookWagerForm {
  name: string;
  title: string;
  kind: string;
  lines: readonly (WagerLineForm)[];
  clauses: readonly (string)[];
}

/** One printed row of the drawing rules. */
export interface DrawingRowForm {
  totals: string;
  letters: string;
  clauses: readonly (string)[];
}

/** The drawing rules; 8 or 9 on two cards, in either hand, ends the drawing before them. */
export interface DrawingForm {
  natural_clauses: readonly (string)[];
  player: readonly (DrawingRowForm)[];
  banker: readonly (DrawingRowForm)[];
  banker_alone: readonly (DrawingRowForm)[];
}

/** A whole book under some options. */
export interface BookForm {
  book: string;
  title: string;
  edition: string;
  effective: string;
  digest: string;
  places: number;
  decks: number;
  options: readonly (OptionForm)[];
  forbidden: readonly (ForbiddenForm)[];
  wagers: readonly (BookWagerForm)[];
  drawing: DrawingForm;
  posts: Record<string, string>;
  settings: readonly (string)[];
}

/** One numbered sentence of a book, paraphrased. */
export interface ClauseForm {
  id: string;
  kind: string;
  status: string;
  gist: string;
  note: string;
}

/** The clauses of a book in its order, and what we settled where all books are silent. */
export interface ClausesForm {
  book: string;
  title: string;
  clauses: readonly (ClauseForm)[];
  defaults: Record<string, string>;
}

/** One face of a pack, and how often it was seen. */
export interface FaceForm {
  card: string;
  seen: number;
  held: number;
}

/** The cards of the shoe in use, as far as they were seen. */
export interface ShoeCountForm {
  shoe: number;
  cards: string;
  size: number;
  seen: number;
  unseen: number;
  inside: number;
  behind_marker: number;
  over: boolean;
  continuous: boolean;
  adds_up: boolean;
  faces: readonly (FaceForm)[];
}

/** A card where it lay; None: face down. */
export interface LyingForm {
  slot: string;
  card: string | null;
}

/** A card of the coup that moved, and how the hands lay then. */
export interface HandStepForm {
  sequence: number;
  time: number;
  actor: string;
  how: string;
  sentence: string;
  said: Saying;
  cards: readonly (LyingForm)[];
  player_total: number | null;
  banker_total: number | null;
}

/** The present coup card by card, from the record. */
export interface HandForm {
  coup: number;
  steps: readonly (HandStepForm)[];
}

/** A role, and where it is held. */
export interface RoleForm {
  role: string;
  table: string;
}

/** A person or device that may sign in. */
export interface PersonForm {
  name: string;
  is_device: boolean;
  suspended: boolean;
  roles: readonly (RoleForm)[];
}

/** All people and devices of the house. */
export interface PeopleForm {
  people: readonly (PersonForm)[];
  roles: readonly (string)[];
}

/** A password for one use or a device's token; it is shown once and kept nowhere. */
export interface SecretForm {
  name: string;
  secret: string;
}

/** Something that a command would lead to. */
export interface FollowsForm {
  sentence: string;
  said: Saying;
  clauses: readonly (string)[];
}

/** Something that waits for a second person. */
export interface ApprovalForm {
  approval: string;
  table: string;
  kind: string;
  body: string;
  sentence: string;
  follows: readonly (FollowsForm)[];
  reason: string;
  by: string;
  asked_at: number;
  ends_at: number;
  may_decide: boolean;
}

/** Something that no longer waits. */
export interface DecidedForm {
  approval: string;
  given: boolean;
  by: string;
  reason: string;
}

/** What waits, the oldest first, and what was decided lately. */
export interface ApprovalsForm {
  time: number;
  waiting: readonly (ApprovalForm)[];
  decided: readonly (DecidedForm)[];
}

/** What came of a second person's word. */
export interface DecisionForm {
  id: string;
  approval: string;
  agreed: boolean;
  done: boolean;
  by: string;
  decided_at: number;
  later: readonly (string)[];
  first: number;
  last: number;
  refusal: RefusalForm | null;
  repeated: boolean;
}

/** Why a command was not granted, and what would be. */
export interface RefusalForm {
  reason: string;
  sentence: string;
  said?: Saying;
  clauses: readonly (string)[];
  offending: number | null;
  acceptable: number | null;
}

/** Something that a person must look at. */
export interface AlertForm {
  alert: string;
  table: string;
  kind: string;
  sentence: string;
  said: Saying | null;
  raised_at: number;
}

/** What nobody has looked at yet, the oldest first. */
export interface AlertsForm {
  time: number;
  alerts: readonly (AlertForm)[];
}

/** One table as the floor sees it. */
export interface FloorTableForm {
  table: string;
  title: string;
  book: string;
  book_title: string;
  edition: string;
  cards: string;
  continuous: boolean;
  pace: string;
  stage: string;
  line: string;
  coup: number;
  shoe: number;
  closes_at: number | null;
  voided: boolean;
  halted: boolean;
  stopped: string;
  digits: number;
  minimum: number;
  maximum: number;
  places: number;
  watching: number;
  waits_for: string;
  asks: string;
  asks_said: Saying | null;
  ruled: string;
  ruled_said: Saying | null;
  ruled_at: number | null;
  ruled_coup: number;
  dealer: string;
  dealer_since: number | null;
  seated: number;
  standing: number;
  devices: number;
  devices_on: number;
  staked: number;
  on_player: number;
  on_tie: number;
  on_banker: number;
  differential: number | null;
  coups_per_hour: number | null;
  racks: number;
  drop: number;
  win: number;
  shoe_size: number;
  cards_out: number;
  marker_from_back: number;
  alerts: number;
  approvals: number;
}

/** All tables that one oversees. */
export interface FloorForm {
  time: number;
  tables: readonly (FloorTableForm)[];
  alerts: number;
  approvals: number;
}

/** A table as the house set it up. */
export interface HouseTableForm {
  table: string;
  title: string;
  book: string;
  options: Record<string, string>;
  settings: Record<string, string>;
  cards: string;
  pace: string;
  betting_seconds: number;
  stopped: string;
}

/** One setting that changed; empty where it was, or is, the book's own. */
export interface ChangedForm {
  setting: string;
  before: string;
  after: string;
}

/** Other settings of a table: who, when, why, from what to what. */
export interface ChangeForm {
  changed_at: number;
  by: string;
  reason: string;
  changed: readonly (ChangedForm)[];
}

/** The alerts of a table, and what was changed about it. */
export interface WatchForm {
  table: string;
  alerts: Record<string, number>;
  video: string;
  changes: readonly (ChangeForm)[];
}

/** Whether a table could be set up so; nothing was done. */
export interface SetupCheckForm {
  accepted: boolean;
  refusal: RefusalForm | null;
  table: TableForm | null;
}

/** A copy of the house's database; the keys are not in it. */
export interface BackupForm {
  name: string;
  bytes: number;
  sha256: string;
  made_at: number;
  note: string;
}

/** Every copy, the newest first. */
export interface BackupsForm {
  folder: string;
  backups: readonly (BackupForm)[];
}

/** Who may do what. */
export interface PermissionsForm {
  roles: readonly (string)[];
  permissions: Record<string, readonly (string)[]>;
  own: readonly (string)[];
}

/** A coup that one has staked on. */
export interface OwnRecordForm {
  coup: number;
  shoe: number;
  opened_at: number;
  ended_at: number | null;
  player: readonly (string | null)[];
  banker: readonly (string | null)[];
  player_total: number | null;
  banker_total: number | null;
  winner: string;
  voided: boolean;
  returned?: number;
  why?: string;
  why_said?: Saying | null;
  stakes: readonly (OwnStakeForm)[];
  lines: readonly (SettledForm)[];
  ante: number;
  commission: number;
  net: number;
  rack_before: number;
  rack_after: number;
  clauses: readonly (string)[];
  first: number;
  last: number;
}

/** One's own coups at a table, the newest first. */
export interface HistoryForm {
  table: string;
  patron: string;
  digits: number;
  coups: readonly (OwnRecordForm)[];
  next: number | null;
}

/** A card of the coup, in the order it left the shoe. */
export interface RecordedCardForm {
  slot: string;
  card: string | null;
  face_up: boolean;
  sequence: number;
  time: number;
  turned_at: number | null;
}

/** A stake as it lay when betting closed. */
export interface RecordedStakeForm {
  patron: string;
  place: number;
  wager: string;
  amount: number;
}

/** How a stake ended. */
export interface RecordedLineForm {
  patron: string;
  place: number;
  wager: string;
  stake: number;
  result: string;
  profit: number;
  commission: number;
  breakage: number;
  label: string;
  clauses: readonly (string)[];
}

/** One event of the coup, in words. */
export interface ActionForm {
  sequence: number;
  time: number;
  actor: string;
  event: string;
  sentence: string;
  said: Saying;
  clauses: readonly (string)[];
  hash: string;
}

/** The whole record of a coup, as far as one may know it. */
export interface CoupRecordForm {
  table: string;
  coup: number;
  shoe: number;
  digits: number;
  whole: boolean;
  opened_at: number;
  closed_at: number | null;
  ended_at: number | null;
  video: string;
  voided: boolean;
  cards: readonly (RecordedCardForm)[];
  player_total: number | null;
  banker_total: number | null;
  winner: string;
  stakes: readonly (RecordedStakeForm)[];
  lines: readonly (RecordedLineForm)[];
  rulings: readonly (ActionForm)[];
  actions: readonly (ActionForm)[];
  next: number | null;
  first: number;
  last: number;
  first_hash: string;
  last_hash: string;
}

/** What was promised of one random shoe. */
export interface ShoeLineForm {
  shoe: number;
  cards: string;
  size: number;
  root: string;
  promised_at: number;
  cut: number | null;
  cut_by: string;
  revealed_at: number | null;
  used: number | null;
  reason: string;
}

/** The promises of a table, the newest first; a table with physical cards makes none. */
export interface ShoesForm {
  table: string;
  cards: string;
  shoes: readonly (ShoeLineForm)[];
  next: number | null;
}

/** One random shoe: the promise, and what has been opened of it. */
export interface ShoeForm {
  table: string;
  promise: ShoeLineForm;
  opened: readonly (OpenedCardForm)[];
  order: string;
  secret: string;
}

/** A table's money between two times, to the unit. */
export interface TableReportForm {
  table: string;
  digits: number;
  begins: number;
  ends: number;
  opening: number;
  drop: number;
  cashed: number;
  closing: number;
  staked: number;
  lost: number;
  paid: number;
  commission: number;
  ante: number;
  breakage: number;
  win: number;
  coups: number;
  voids: number;
  difference: number;
  first: number;
  last: number;
}

/** All tables between two times, and the cage against the accounts. */
export interface HouseReportForm {
  digits: number;
  begins: number;
  ends: number;
  tables: readonly (TableReportForm)[];
  total: TableReportForm;
  accounts: number;
  balances: number;
  accounts_at_tables: number;
  tables_from_accounts: number;
  difference: number;
}

/** The tables of the house. */
export interface LobbyForm {
  time: number;
  tables: readonly (LobbyTableForm)[];
}

/** One table in the lobby. */
export interface LobbyTableForm {
  table: string;
  title: string;
  book: string;
  book_title: string;
  edition: string;
  cards: string;
  continuous: boolean;
  pace: string;
  stage: string;
  line: string;
  coup: number;
  shoe: number;
  closes_at: number | null;
  voided: boolean;
  halted: boolean;
  stopped: string;
  digits: number;
  minimum: number;
  maximum: number;
  places: number;
  watching: number;
  options: Record<string, string>;
  wagers: number;
  taken: number;
  sits: boolean;
  big_road: readonly (CellForm)[];
  statistics: StatisticsForm;
  good_roads: readonly (string)[];
}
