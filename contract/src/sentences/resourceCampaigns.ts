// Descriptions of campaigns in the reference of the public API.
export const LIST_CAMPAIGNS_CALL =
  'The campaigns of the project, the newest first. Campaigns send to the contacts of the team, so these calls need a LIVE key; a TEST key is refused with 1004.';
export const CREATE_CAMPAIGN_CALL =
  'Sends one text to the contacts of groups, at once or at `send_at`. Each recipient gets it once, and those who cannot get it are skipped without charge. With `dry_run`, nothing is created: the answer has the recipients and the cost. Give its `messages` and `cost` as `expected_messages` and `expected_cost`, and the call is refused with 1013 if they differ by then. A campaign that looks like advertising, from a sender that is not promotional, is refused with 1013 if the rules of a country require a person to confirm it in the console. A named key with a daily cap cannot create campaigns (1015).';
export const GET_CAMPAIGN_CALL = 'One campaign with its progress and cost.';
export const CANCEL_CAMPAIGN_CALL =
  'Stops a campaign: no further message of it is sent. Messages that no carrier has yet are cancelled and refunded. Refused with 1013 once nothing is left to stop.';
export const CAMPAIGN_ID = 'The id of the campaign.';
export const CAMPAIGN_NAME = 'The name: at most 100 characters.';
export const CAMPAIGN_CONTENT =
  'The text. `{first_name}` and `{last_name}` become the names of each contact; `{first_name|friend}` has a text for contacts without one.';
export const CAMPAIGN_FROM = 'An approved sender id of the project, or one of its numbers.';
export const CAMPAIGN_GROUPS = 'The ids of 1 to 100 groups. A contact in several groups gets one message.';
export const CAMPAIGN_GROUPS_OF = 'Its groups, without those that were deleted.';
export const CAMPAIGN_SEND_AT =
  'When it starts, at most a year ahead; UTC unless it has an offset. Without it, at once. Null for a campaign that started at once.';
export const CAMPAIGN_LANDLINES =
  'true also sends to numbers that are certainly not mobile, which are skipped otherwise.';
export const CAMPAIGN_DRY_RUN = 'true only counts and prices the campaign; nothing is created or charged.';
export const CAMPAIGN_EXPECTED_MESSAGES =
  'The `messages` of a dry run. The balance and the daily limit must then cover them all, unless the campaign starts later.';
export const CAMPAIGN_EXPECTED_COST = 'The `cost` of a dry run.';
export const CAMPAIGN_STATUS =
  'SCHEDULED: it starts later. SENDING: some recipients are waiting. SENT: no recipient is waiting. CANCELLED: nothing more is sent.';
export const CAMPAIGN_CREATED = 'When it was created.';
export const CAMPAIGN_STARTED = 'When it started; null before.';
export const CAMPAIGN_MESSAGES = 'The accepted messages.';
export const CAMPAIGN_SEGMENTS = 'Their segments.';
export const CAMPAIGN_COST = 'Their cost in major units, without refunds.';
export const CAMPAIGN_CURRENCY = 'The currency of the team.';
export const CAMPAIGN_COUNTS =
  'Progress; the others add up to `recipients`. All are 0 until the campaign starts.';
export const COUNT_RECIPIENTS = 'The people it goes to.';
export const COUNT_WAITING = 'No carrier has their message yet.';
export const COUNT_SENT = 'A carrier has it and has not reported an outcome.';
export const COUNT_DELIVERED = 'The handset has it.';
export const COUNT_FAILED = 'It was not delivered.';
export const COUNT_CANCELLED = 'It was stopped before a carrier had it.';
export const COUNT_SKIPPED = 'They get no message and are not charged, such as people who have opted out.';
export const CAMPAIGNS_RESULTS = 'The campaigns, the newest first.';
export const COUNTED_RECIPIENTS = 'The people in the groups: `messages` and those who are skipped.';
export const COUNTED_MESSAGES = 'The messages that would be sent.';
export const COUNTED_SEGMENTS = 'The segments of these messages.';
export const COUNTED_COST = 'Their cost in major units.';
export const COUNTED_FITS = 'The messages that the balance and the daily limit cover now.';
export const COUNTED_UNVERIFIED =
  'Messages whose recipients see “Unverified” instead of `from`, because the register of their country does not hold it.';
export const COUNTED_SKIPPED =
  'People who would get no message, by reason. Reasons that apply to nobody are left out.';
