// Written by tools/web_types.py from the forms and requests; not by hand.

/** A wager on the layout. */
export interface WagerForm {
  name: string;
  title: string;
  family: string;
  variant: string;
  kind: string;
  side: string;
  payoffs: readonly (PayoffForm)[];
  pushes: readonly (string)[];
  minimum: number;
  maximum: number;
  edge: string;
  edge_percent: string;
  clauses: readonly (string)[];
}

/** One line of a wager that wins: `label` says on what, `pays` how much, such as `8 to 1`. */
export interface PayoffForm {
  label: string;
  pays: string;
  clauses: readonly (string)[];
}

/** What the table is: changes only when the operator changes it. */
export interface TableForm extends NamedTableForm {
  options: Record<string, string>;
  layout: string;
  standing_area: boolean;
  style: string;
  turner: string;
  chips: readonly (number)[];
  wagers: readonly (WagerForm)[];
  ante: number | null;
  ante_waived_from: number | null;
  differential: number | null;
  commission: string;
  commission_said: Saying;
  betting_seconds: number;
  posts: Record<string, string>;
  nominees: boolean;
  stake_step: number;
  notices: readonly (SignNotice)[];
  printed: readonly (string)[];
  shape: string;
}

/** Something said to people: which template, and what fills it. */
export interface Saying {
  code: string;
  values?: Record<string, string | number | Saying>;
}

/** A rule that must be displayed at the table, and what is shown of it. */
export interface SignNotice {
  name: string;
  clauses: readonly (string)[];
  lines: readonly (SignLine)[];
}

/** One line of a sign; what is not said is empty. */
export interface SignLine {
  words?: string;
  wager?: string;
  label?: string;
  end?: string;
  amount?: number | null;
  most?: number | null;
}

/** Where the game stands. */
export interface PhaseForm {
  stage: string;
  coup: number;
  shoe: number;
  no_bet: boolean;
  voided: boolean;
  halted: boolean;
  stopped: string;
  closing: boolean;
  opened_at: number | null;
  closes_at: number | null;
  dealer: string;
  last_coups: number | null;
  calls: readonly (string)[];
  line: string;
  said: Saying;
}

/** A card of the coup, in its place. */
export interface CardForm {
  slot: string;
  card: string | null;
  held_by: string;
}

/** Why a hand drew or stood, in a sentence with its clause. */
export interface ThirdCardForm {
  hand: string;
  draws: boolean;
  own_total: number;
  against: number | null;
  sentence: string;
  said: Saying;
  clauses: readonly (string)[];
}

/** How the coup ended. */
export interface OutcomeForm {
  winner: string;
  player_total: number;
  banker_total: number;
  natural: boolean;
  player_pair: boolean;
  banker_pair: boolean;
  wagers: Record<string, string>;
  sentence: string;
}

/** The cards on the table. */
export interface HandsForm {
  cards: readonly (CardForm)[];
  player_total: number | null;
  banker_total: number | null;
  next_slot: string;
  reasons: readonly (ThirdCardForm)[];
  outcome: OutcomeForm | null;
  voided: boolean;
  carried: number;
}

/** All the money on one wager. */
export interface SpotForm {
  amount: number;
  patrons: number;
  share: number;
}

/** What the whole table has staked, by wager. */
export interface StakesForm {
  spots: Record<string, SpotForm>;
  total: number;
  player_side: number;
  banker_side: number;
  differential_left_player: number | null;
  differential_left_banker: number | null;
}

/** A place of the layout. */
export interface SeatForm {
  place: number;
  taken: boolean;
  nominee: boolean;
  staked: number;
  pucks?: readonly (string)[];
}

/** Who is at the table, without names. */
export interface SeatsForm {
  seats: readonly (SeatForm)[];
  standing: number;
  watching: number;
}

/** A mark of a road: where it lies, and what it is.

`mark` is B, P or T on the Bead Plate and Big Road (nothing for ties before the first win), and
r or b on a derived road. */
export interface CellForm {
  column: number;
  row: number;
  mark: string;
  ties?: number;
  banker_pair?: boolean;
  player_pair?: boolean;
  natural?: boolean;
  total?: number | null;
}

/** Which cells a win by one side would add; None where a road has not begun. */
export interface AskedForm {
  bead_plate: CellForm;
  big_road: CellForm;
  big_eye_boy: CellForm | null;
  small_road: CellForm | null;
  cockroach_pig: CellForm | null;
}

/** The counts of this shoe. */
export interface StatisticsForm {
  coups: number;
  player: number;
  tie: number;
  banker: number;
  player_pairs: number;
  banker_pairs: number;
  naturals: number;
  player_percent: number;
  tie_percent: number;
  banker_percent: number;
  longest_player: number;
  longest_banker: number;
  streak_side: string;
  streak_length: number;
}

/** The newest coup of the shoe that was settled: its cards and how it ended. */
export interface LastCoupForm {
  coup: number;
  cards: readonly (CardForm)[];
  winner: string;
  player_total: number;
  banker_total: number;
  natural: boolean;
}

/** The five roads of the shoe, both questions, and its counts. History, not a forecast. */
export interface RoadsForm {
  shoe: number;
  bead_plate: readonly (CellForm)[];
  big_road: readonly (CellForm)[];
  big_eye_boy: readonly (CellForm)[];
  small_road: readonly (CellForm)[];
  cockroach_pig: readonly (CellForm)[];
  next_banker: AskedForm;
  next_player: AskedForm;
  statistics: StatisticsForm;
  good_roads: readonly (string)[];
  last?: LastCoupForm | null;
}

/** What went wrong, how the book rules, and what is waited for. */
export interface RulingForm {
  irregularity: string;
  sentence: string;
  said: Saying;
  question: string;
  asks: string;
  asks_said: Saying | null;
  answers: readonly (string)[];
  post: string;
  waiting: number;
  follows: readonly (string)[];
  follows_said: readonly (Saying)[];
  clauses: readonly (string)[];
  coup: number;
}

/** A shown card with what proves that it was promised there. */
export interface OpenedCardForm {
  position: number;
  card: string;
  salt: string;
  path: readonly (string)[];
}

/** What was promised of a random shoe, and what has been opened of it. */
export interface FairnessForm {
  shoe: number;
  root: string;
  cut: number;
  size: number;
  committed_at: number;
  opened: readonly (OpenedCardForm)[];
}

/** A hand that is one's own to turn, and what only its handler sees of it. */
export interface SqueezeForm {
  hand: string;
  cards: readonly (CardForm)[];
  passed: boolean;
  until: number | null;
}

/** A person who acts for a patron. */
export interface NomineeForm {
  name: string;
  patron: string;
  approved: boolean;
  announced: boolean;
}

/** A patron's own side of the table. */
export interface MeForm extends PatronForm {
  staked: number;
  cashable: number;
  last: OwnCoupForm | null;
  offered: readonly (string)[];
  offered_until?: number | null;
  may_squeeze: readonly (string)[];
  squeeze: SqueezeForm | null;
  must_choose: boolean;
  may_cut: boolean;
  acts_for: string;
  nominees: readonly (NomineeForm)[];
}

/** A stake of one's own. */
export interface OwnStakeForm {
  place: number;
  wager: string;
  amount: number;
}

/** A coup that one has staked on, as it ended. */
export interface OwnCoupForm {
  coup: number;
  lines: readonly (SettledForm)[];
  net: number;
  voided: boolean;
  returned?: number;
  why?: string;
  why_said?: Saying | null;
  clauses?: readonly (string)[];
}

/** How a stake of one's own ended. */
export interface SettledForm {
  place: number;
  wager: string;
  stake: number;
  result: string;
  profit: number;
  commission: number;
  label: string;
  clauses: readonly (string)[];
}

/** What the dealer does now, with what does it: to be sent back under the name of who does it.

Faces of cards, names of sets and answers are added to it. */
export interface StepForm {
  act: "announce-result" | "announce-totals" | "answer" | "burn" | "choice-wait" | "close-betting" | "close-table" | "deal" | "end-shoe" | "grant-squeeze" | "keep-hand" | "marker" | "offer-cut" | "offer-wait" | "open-betting" | "open-table" | "pass-hand" | "prepare" | "receive-cards" | "settle" | "shoe-ran-dry" | "turn" | "wait-turn";
  line: string;
  said: Saying;
  detail?: string;
  detail_said?: Saying | null;
  request?: OpenTable | CloseTable | ChangeOption | AdoptEdition | TakePlace | Leave | BuyIn | CashOut | NameNominee | ApproveNominee | AnnounceNominee | EndNominee | BarNominees | ReceiveCards | Prepare | DeclineCut | ObjectToCards | OrderNewCards | ViewBurntCard | OpenBetting | PlaceStake | TakeStake | MoveStake | PlaceAnte | ExtendBetting | CloseBetting | ReopenBetting | AnswerOffer | AskToSqueeze | AskHouse | AnswerPatron | KeepHand | TurnBankerFirst | DrawCard | PassHand | PassCard | LetTurn | TurnHand | Settle | CollectCommission | Answer | null;
  report?: CardLeftShoe | CardsLeftTogether | CardWasTurned | CardMisread | CardHanded | CardsLoaded | MarkerLeftShoe | ShoeRanDry | TotalCalled | ResultCalled | PaymentMade | ChipsLaid | Noticed | ChoiceTimeOver | null;
  slots?: readonly (string)[];
  hand?: string;
  face_up?: boolean;
  post?: string;
  who?: string;
  waiting?: readonly (string)[];
  question?: string;
  answers?: readonly (string)[];
  clauses?: readonly (string)[];
}

/** Open for play with these notices shown. */
export interface OpenTable {
  request: "open-table";
  by: string;
  notices?: readonly (string)[];
}

/** Close, between coups, when all chips are cashed. */
export interface CloseTable {
  request: "close-table";
  by: string;
}

/** Make another choice where the book lets the operator. */
export interface ChangeOption {
  request: "change-option";
  by: string;
  option: string;
  value: string;
  sign?: boolean;
}

/** Go on under another edition of the rules, which the house keeps. */
export interface AdoptEdition {
  request: "adopt-edition";
  by: string;
  edition: string;
  book?: string;
  options?: Record<string, string>;
}

/** Sit at a place, or stand. */
export interface TakePlace {
  request: "take-place";
  by: string;
  place?: number | null;
}

/** Leave the table. */
export interface Leave {
  request: "leave";
  by: string;
}

/** Turn money into chips. */
export interface BuyIn {
  request: "buy-in";
  by: string;
  amount: number;
}

/** Turn chips into money. */
export interface CashOut {
  request: "cash-out";
  by: string;
  amount: number;
}

/** Name a person to act for the asking patron. */
export interface NameNominee {
  request: "name-nominee";
  by: string;
  nominee: string;
  is_staff?: boolean;
  patron?: string;
}

/** Approve a nominee. */
export interface ApproveNominee {
  request: "approve-nominee";
  by: string;
  nominee: string;
}

/** Announce a nominee. */
export interface AnnounceNominee {
  request: "announce-nominee";
  by: string;
  nominee: string;
}

/** Announce that a nominee no longer acts. */
export interface EndNominee {
  request: "end-nominee";
  by: string;
  nominee: string;
  confirmed?: boolean;
}

/** Order some or all patrons to lay their own wagers, or turn their own cards. */
export interface BarNominees {
  request: "bar-nominees";
  by: string;
  what: string;
  patrons?: readonly (string)[];
  lift?: boolean;
}

/** Bring a set of cards to the table. */
export interface ReceiveCards {
  request: "receive-cards";
  by: string;
  cards: string;
  decks: number;
  source?: string;
  backs?: string;
}

/** Do a step of checking, mixing, cutting, marking or loading. */
export interface Prepare {
  request: "prepare";
  by: string;
  step: string;
  value?: number | null;
  looked?: readonly (string)[];
}

/** Decline to cut the cards. */
export interface DeclineCut {
  request: "decline-cut";
  by: string;
  patron?: string;
}

/** Ask to inspect pre-shuffled cards, or to have them mixed anew, before their first coup. */
export interface ObjectToCards {
  request: "object-to-cards";
  by: string;
  mix?: boolean;
}

/** Have the cards replaced or reshuffled before the next coup. */
export interface OrderNewCards {
  request: "order-new-cards";
  by: string;
  reshuffle?: boolean;
  reason?: string;
}

/** Ask to see the one card that was burnt face down. */
export interface ViewBurntCard {
  request: "view-burnt-card";
  by: string;
}

/** Make the opening call. */
export interface OpenBetting {
  request: "open-betting";
  by: string;
}

/** Stake chips. */
export interface PlaceStake {
  request: "place-stake";
  by: string;
  patron: string;
  place: number;
  wager: string;
  amount: number;
  spoken?: boolean;
  chips?: boolean;
  asked?: string;
}

/** Withdraw a stake, or part of it. */
export interface TakeStake {
  request: "take-stake";
  by: string;
  patron: string;
  place: number;
  wager: string;
  amount?: number | null;
}

/** Move chips from one wager to another. */
export interface MoveStake {
  request: "move-stake";
  by: string;
  patron: string;
  place: number;
  wager: string;
  to_place: number;
  to_wager: string;
  amount?: number | null;
}

/** Lay the Ante. */
export interface PlaceAnte {
  request: "place-ante";
  by: string;
  patron: string;
}

/** Give more time for bets before the closing call. */
export interface ExtendBetting {
  request: "extend-betting";
  by: string;
  seconds: number;
}

/** Make the closing call. */
export interface CloseBetting {
  request: "close-betting";
  by: string;
}

/** Let betting go on although it was closed. */
export interface ReopenBetting {
  request: "reopen-betting";
  by: string;
}

/** Accept or decline the handling of a hand. */
export interface AnswerOffer {
  request: "answer-offer";
  by: string;
  hand: Hand;
  accept: boolean;
}

export type Hand = "banker" | "player";

/** Ask to turn a hand's cards in person, before they leave the shoe. */
export interface AskToSqueeze {
  request: "ask-to-squeeze";
  by: string;
  hand: Hand;
}

/** Ask for something that only the House may grant; the request is recorded. */
export interface AskHouse {
  request: "ask-house";
  by: string;
  what: string;
}

/** Grant or refuse what a patron asked the House for. */
export interface AnswerPatron {
  request: "answer-patron";
  by: string;
  patron: string;
  what: string;
  grant: boolean;
  hand?: Hand | null;
  reason?: string;
}

/** Direct that the dealer keeps and turns a hand. */
export interface KeepHand {
  request: "keep-hand";
  by: string;
  hand: Hand;
}

/** Authorise that Banker's hand is turned first. */
export interface TurnBankerFirst {
  request: "turn-banker-first";
  by: string;
}

/** Have the next card drawn: lawful, and granted, when one is due. */
export interface DrawCard {
  request: "draw-card";
  by: string;
}

/** Pass a hand's face-down cards to the patron who handles it. */
export interface PassHand {
  request: "pass-hand";
  by: string;
  hand: Hand;
}

/** Pass one card of a hand to a person, or hand on a card that the asking person holds. */
export interface PassCard {
  request: "pass-card";
  by: string;
  slot: Slot;
  to: string;
}

export type Slot = "B1" | "B2" | "B3" | "P1" | "P2" | "P3";

/** Let a willing patron turn a hand that nobody entitled will handle. */
export interface LetTurn {
  request: "let-turn";
  by: string;
  hand: Hand;
  patron: string;
}

/** Turn a hand's cards. */
export interface TurnHand {
  request: "turn-hand";
  by: string;
  hand: Hand;
}

/** Collect losing stakes and pay winning ones: one patron's, or all that remain. */
export interface Settle {
  request: "settle";
  by: string;
  patron?: string;
}

/** Collect the commission that a patron owes. */
export interface CollectCommission {
  request: "collect-commission";
  by: string;
  patron: string;
}

/** Answer the question that halts the table. */
export interface Answer {
  request: "answer";
  by: string;
  answer: string;
  reason?: string;
}

/** A card came out. A report that names no place means the place that the rules demand. */
export interface CardLeftShoe {
  report: "card-left-shoe";
  by?: string;
  into?: Slot | null;
  face_up?: boolean | null;
  card?: string | null;
  outside?: boolean;
  foreign?: string;
}

/** Several cards came out at once. */
export interface CardsLeftTogether {
  report: "cards-left-together";
  by?: string;
  cards: readonly (string | null)[];
  order_known?: boolean | null;
}

/** A face-down card was turned up. */
export interface CardWasTurned {
  report: "card-was-turned";
  by?: string;
  slot: Slot;
  card: string;
}

/** A card that lay face up was entered wrongly; this is what it is. */
export interface CardMisread {
  report: "card-misread";
  by?: string;
  slot: Slot;
  card: string;
  coup?: number | null;
  was?: string | null;
}

/** A card was handed to a person, rightly or not. */
export interface CardHanded {
  report: "card-handed";
  by?: string;
  slot: Slot;
  to: string;
}

/** The cards are in the shoe, whatever was done with them before. */
export interface CardsLoaded {
  report: "cards-loaded";
  by?: string;
}

/** The cut card came out. */
export interface MarkerLeftShoe {
  report: "marker-left-shoe";
  by?: string;
}

/** A card is due and there is none. */
export interface ShoeRanDry {
  report: "shoe-ran-dry";
  by?: string;
}

/** The dealer announced a hand's total. */
export interface TotalCalled {
  report: "total-called";
  by?: string;
  hand: Hand;
  total: number;
}

/** The dealer announced the result. */
export interface ResultCalled {
  report: "result-called";
  by?: string;
  player_total: number;
  banker_total: number;
  winner: Winner;
}

export type Winner = "banker" | "player" | "tie";

/** What a patron was handed for a stake, the stake included. */
export interface PaymentMade {
  report: "payment-made";
  by?: string;
  patron: string;
  place: number;
  wager: string;
  amount: number;
}

/** Chips came to lie on an area, in time or after the closing call. */
export interface ChipsLaid {
  report: "chips-laid";
  by?: string;
  patron: string;
  place: number;
  wager: string;
  amount: number;
}

/** A person noticed an irregularity. */
export interface Noticed {
  report: "noticed";
  by?: string;
  irregularity: Irregularity;
  coup?: number | null;
  facts?: Record<string, boolean>;
  patron?: string | null;
  place?: number | null;
  wager?: string | null;
  after_coup?: boolean;
  note?: string;
}

export type Irregularity = "ante-missing" | "below-minimum" | "burn-omitted" | "card-face-up" | "card-flashed" | "chips-misplaced" | "dealt-face-up" | "drawn-together" | "exposed-before-loading" | "first-card-face-up" | "floor-called" | "foreign-card" | "interruption" | "late-stake" | "late-withdrawal" | "missing-card" | "not-payable" | "not-shuffled" | "order-disturbed" | "other" | "other-dealing-error" | "over-differential" | "patron-left" | "surplus-card" | "surplus-third-to-player" | "too-few-cards" | "wrong-area" | "wrong-count" | "wrong-display" | "wrong-payment" | "wrong-person";

/** Patrons who have not chosen yet go on. */
export interface ChoiceTimeOver {
  report: "choice-time-over";
  by?: string;
}

/** One step of the shoe's checklist. */
export interface CheckForm {
  step: string;
  words: string;
  said: Saying;
  done: boolean;
  due: boolean;
  posts: readonly (string)[];
  clauses: readonly (string)[];
}

/** An irregularity of the book that a dealer can report, and what must be said with it. */
export interface ProcedureForm {
  irregularity: string;
  sentence: string;
  facts: readonly (string)[];
  needs: readonly (string)[];
}

/** What the dealer's console and the floor need beyond what all see. */
export interface StaffForm {
  step: StepForm;
  checklist: readonly (CheckForm)[];
  patrons: readonly (PatronForm)[];
  nominees: readonly (NomineeForm)[];
  shoe_size: number;
  shoe_out: number;
  marker_from_back: number;
  cards_name: string;
  exhausted: readonly (string)[];
  procedures: readonly (ProcedureForm)[];
  last_lines: readonly (SettledForm)[];
  payable: number;
  reported?: string;
  reported_by?: string;
}

/** A patron's place and chips. */
export interface PatronForm {
  name: string;
  place: number | null;
  present: boolean;
  rack: number;
  owed: number;
  ante: number;
  ante_due: number;
  stakes: readonly (OwnStakeForm)[];
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
export interface EntryForm extends ToldForm {
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
export interface BookLineForm extends EditionForm {
  effective: string;
  clauses: number;
}

/** An edition that the house offers to new tables, or that some table runs under. */
export interface BookAddedForm extends EditionForm {
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
export interface BookCheckForm extends EditionForm {
  accepted: boolean;
  findings: readonly (FindingForm)[];
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

/** One line of a wager, the first that applies decides; `pays` is empty unless it wins. */
export interface WagerLineForm extends PayoffForm {
  end: string;
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
export interface BookForm extends EditionForm {
  effective: string;
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
export interface ApprovalForm extends Proposal {
  follows: readonly (FollowsForm)[];
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
export interface AlertForm extends Concern {
  said: Saying | null;
  raised_at: number;
}

/** What nobody has looked at yet, the oldest first. */
export interface AlertsForm {
  time: number;
  alerts: readonly (AlertForm)[];
}

/** One table in the lobby. */
export interface LobbyTableForm extends TableLineForm {
  options: Record<string, string>;
  wagers: number;
  taken: number;
  sits: boolean;
  big_road: readonly (CellForm)[];
  statistics: StatisticsForm;
  good_roads: readonly (string)[];
}

/** The tables of the house. */
export interface LobbyForm {
  time: number;
  tables: readonly (LobbyTableForm)[];
}

/** One table as the floor sees it. */
export interface FloorTableForm extends TableLineForm {
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
export interface HouseTableForm extends TableSetup {
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

/** A coup that one has staked on, with its cards and all that moved. */
export interface OwnRecordForm extends OwnCoupForm {
  shoe: number;
  opened_at: number;
  ended_at: number | null;
  player: readonly (string | null)[];
  banker: readonly (string | null)[];
  player_total: number | null;
  banker_total: number | null;
  winner: string;
  stakes: readonly (OwnStakeForm)[];
  ante: number;
  commission: number;
  rack_before: number;
  rack_after: number;
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
export interface RecordedStakeForm extends OwnStakeForm {
  patron: string;
}

/** How a stake ended. */
export interface RecordedLineForm extends SettledForm {
  patron: string;
  breakage: number;
}

/** One event of the coup, in words. */
export interface ActionForm extends NewsForm {
  actor: string;
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

/** What a table is, in short. */
export interface NamedTableForm {
  table: string;
  title: string;
  book: string;
  book_title: string;
  edition: string;
  cards: string;
  continuous: boolean;
  pace: string;
  digits: number;
  places: number;
}

/** One event of a log, told in words. */
export interface ToldForm {
  sequence: number;
  time: number;
  event: string;
  sentence: string;
  said: Saying;
}

/** An edition of a book by name and digest. */
export interface EditionForm {
  book: string;
  title: string;
  edition: string;
  digest: string;
}

/** Something that needs a second person. */
export interface Proposal {
  approval: string;
  table: string;
  kind: string;
  body: string;
  sentence: string;
  reason: string;
  by: string;
}

/** Something that a person must look at. */
export interface Concern {
  alert: string;
  table: string;
  kind: string;
  sentence: string;
}

/** What the lobby and the floor both show of a table. */
export interface TableLineForm {
  table: string;
  title: string;
  book: string;
  book_title: string;
  edition: string;
  cards: string;
  continuous: boolean;
  pace: string;
  digits: number;
  places: number;
  stage: string;
  line: string;
  coup: number;
  shoe: number;
  closes_at: number | null;
  voided: boolean;
  halted: boolean;
  stopped: string;
  minimum: number;
  maximum: number;
  watching: number;
}

/** Everything that was chosen for a table. */
export interface TableSetup {
  table: string;
  title: string;
  book: string;
  options: Record<string, string>;
  settings: Record<string, string>;
  cards: string;
  pace: string;
  betting_seconds: number;
}

/** One event that this viewer may know, told in words. */
export interface NewsForm {
  sequence: number;
  time: number;
  event: string;
  sentence: string;
  said: Saying;
  clauses: readonly (string)[];
}

export type Request =
  | StepForm
  | OpenTable
  | CloseTable
  | ChangeOption
  | AdoptEdition
  | TakePlace
  | Leave
  | BuyIn
  | CashOut
  | NameNominee
  | ApproveNominee
  | AnnounceNominee
  | EndNominee
  | BarNominees
  | ReceiveCards
  | Prepare
  | DeclineCut
  | ObjectToCards
  | OrderNewCards
  | ViewBurntCard
  | OpenBetting
  | PlaceStake
  | TakeStake
  | MoveStake
  | PlaceAnte
  | ExtendBetting
  | CloseBetting
  | ReopenBetting
  | AnswerOffer
  | AskToSqueeze
  | AskHouse
  | AnswerPatron
  | KeepHand
  | TurnBankerFirst
  | DrawCard
  | PassHand
  | PassCard
  | LetTurn
  | TurnHand
  | Settle
  | CollectCommission
  | Answer;
