// Why a message failed, in the language that is shown.
import { said } from './sentences.ts';

const CODE = 'Carrier code:';

/** The words of a failure, with the carrier's code where it gave one. */
export function saidFailure({ description }: { description: string }): string {
  return said(description).replace(CODE, said(CODE));
}
