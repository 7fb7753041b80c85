// What is wrong with a text that may hold merge fields while it is being written, on New Campaign and in a template.
import { hasMergeFields, MERGE_FIELDS, unknownFields } from '@godwit/contract/mergeFields';
import { MAX_CHARACTERS, MAX_SEGMENTS, type SegmentCount } from '@godwit/contract/segments';
import type { Text } from '../text/useText.ts';

/**
 * In words; null where nothing is. A content with merge fields has another length for each recipient: only its characters are counted here,
 * and the review of a campaign tells for which recipients it is too long.
 */
export function contentProblem(content: string, count: SegmentCount, t: Text): string | null {
  const unknown = unknownFields(content);
  const [first = '', last = ''] = MERGE_FIELDS.map((name) => `{${name}}`);
  if (unknown.length > 0) return t('compose.unknownField', { unknown: unknown.join(', '), first, last });
  const tooLong = hasMergeFields(content) ? count.characters > MAX_CHARACTERS : count.tooLong;
  return tooLong ? t('send.tooLong', { segments: MAX_SEGMENTS, characters: MAX_CHARACTERS }) : null;
}
