// The status that ends a message for its callbacks, in SQL. Transitions queue it; a replay queues it again.
import { fragment } from './sql.ts';

/** The last status of a row `m` of messages; null while the message has not ended. */
export const END_STATUS = fragment`case m.state when 'delivered' then 'DELIVERED'::message_status when 'failed' then 'FAILED' end`;
