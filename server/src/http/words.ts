// Messages for schema errors without one in the contract: they name the field and the remedy.
import { z } from 'zod';

const KINDS: Record<string, string> = {
  string: 'text',
  int: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object with named fields',
};

/** Makes every schema of this process use these words. */
export function useOurWords(): void {
  z.config({ customError: describe });
}

function describe(issue: z.core.$ZodRawIssue): string | undefined {
  const name = issue.path?.join('.') || 'The body';
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? `${name} is required`
        : `${name} must be ${KINDS[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `${name} must be one of ${issue.values.join(', ')}`;
    case 'too_small':
      return `${name} is too ${issue.origin === 'string' ? 'short' : 'small'}: at least ${issue.minimum}`;
    case 'too_big':
      return `${name} is too ${issue.origin === 'string' ? 'long' : 'large'}: at most ${issue.maximum}`;
    case 'invalid_format':
      return `${name} does not have the right form`;
    default:
      return undefined;
  }
}
