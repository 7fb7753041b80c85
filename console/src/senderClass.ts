// The class of a sender ID or a request for one.
import { type ContentClass, classOfBoolean } from '@godwit/contract/contentClass';

type Classed = { class?: ContentClass; is_promotional: boolean };

/** The class of a sender ID. A server of an older version answers only the boolean. */
export const classOfSender = ({ class: given, is_promotional: promotional }: Classed): ContentClass =>
  given ?? classOfBoolean(promotional);
