// The text of a message, with a live segment count, insert buttons, and a warning about expensive characters.
import { hasMergeFields, MERGE_FIELDS, unknownFields } from '@godwit/contract/messages/mergeFields';
import {
  countSegments,
  MAX_CHARACTERS,
  MAX_SEGMENTS,
  OPT_OUT_SEPTETS,
  replaceForGsm,
  type SegmentCount,
  type UnicodeCharacter,
} from '@godwit/contract/messages/segments';
import { Anchor, Box, Button, Flex, Group, Text, Textarea } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import { type Translate, useText } from '../../text/useText.ts';

/** A text that a button inserts at the cursor. */
export type Insertable = { text: string; label: string };

type Props = {
  body: string;
  count: SegmentCount;
  promotional: boolean;
  error: string | undefined;
  insertables?: readonly Insertable[];
  /** Other tools, in the same line. */
  tools?: ReactNode;
  onChange: (body: string) => void;
};

export function MessageField({ body, count, promotional, error, insertables = [], tools, onChange }: Props) {
  const t = useText();
  const field = useRef<HTMLTextAreaElement>(null);

  function replace(plain: string): void {
    onChange(plain);
    field.current?.focus();
  }

  function insert(text: string): void {
    const { selectionStart: start, selectionEnd: end } = field.current ?? {
      selectionStart: 0,
      selectionEnd: 0,
    };
    const next = body.slice(0, start) + text + body.slice(end);
    if (next.length > MAX_CHARACTERS) return;
    replace(next);
    // The new text moves the cursor to the end, so it is moved back in the next frame.
    requestAnimationFrame(() => field.current?.setSelectionRange(start + text.length, start + text.length));
  }

  return (
    <div>
      <Textarea
        ref={field}
        label={t('field.content')}
        styles={{ input: { padding: '12px 16px', fontSize: 16, lineHeight: '24px' } }}
        autosize
        minRows={4}
        maxRows={14}
        maxLength={MAX_CHARACTERS}
        value={body}
        onChange={(event) => onChange(event.currentTarget.value)}
        error={error}
        description={<Counter count={count} full={body.length >= MAX_CHARACTERS} />}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
      />
      {insertables.length > 0 || tools ? (
        <Group gap="8px 12px" mt={12} mih={30} fz={13} c="dimmed">
          {insertables.length > 0 ? <span>{t('send.insert')}</span> : null}
          {insertables.map(({ text, label }) => (
            <Button key={text} variant="outline" size="xs" onClick={() => insert(text)}>
              {label}
            </Button>
          ))}
          {tools}
        </Group>
      ) : null}
      <UnicodeNote body={body} count={count} promotional={promotional} onReplace={replace} />
    </div>
  );
}

function Counter({ count, full }: { count: SegmentCount; full: boolean }) {
  const t = useText();
  const ticks = Array.from({ length: MAX_SEGMENTS }, (_, index) => index + 1);
  const taken = count.tooLong ? 'var(--danger)' : 'var(--primary)';
  return (
    <Flex component="span" wrap="wrap" align="center" gap="4px 12px" mih={20}>
      <span>{t(full ? 'send.charactersFull' : 'send.characters', { count: count.characters })}</span>
      {count.encoding === 'UNICODE' ? (
        <Text span inherit px={8} bdrs={999} bg="var(--warning-soft)" c="var(--warning)" fw={500}>
          {t('send.unicode')}
        </Text>
      ) : null}
      <Flex component="span" align="center" gap={12} ml="auto">
        <Flex component="span" gap={3} aria-hidden="true">
          {ticks.map((tick) => (
            <Box
              key={tick}
              component="span"
              w={16}
              h={4}
              bdrs={2}
              bg={tick <= count.segments ? taken : 'var(--neutral-soft)'}
            />
          ))}
        </Flex>
        <Text span inherit miw={44} fw={600} ta="right" c={count.tooLong ? 'var(--danger)' : 'var(--text)'}>
          {t('send.segmentsOf', { count: count.segments, most: MAX_SEGMENTS })}
        </Text>
      </Flex>
    </Flex>
  );
}

// A note that names the characters that make a text Unicode and their cost. It offers to replace them if the
// text would then be plain.
type UnicodeNoteProps = {
  body: string;
  count: SegmentCount;
  promotional: boolean;
  onReplace: (body: string) => void;
};

// A text with more different ones is probably in another language, so they are not listed.
const MOST_LISTED = 4;
const INVISIBLE = /^[\p{C}\p{Z}\p{M}\s]$/u;

/** Makes a character visible: spaces, marks and controls are shown by their code. */
function visible(character: string): string {
  if (!INVISIBLE.test(character)) return character;
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

function headline(characters: UnicodeCharacter[], t: Translate): string {
  const [first] = characters;
  if (first && characters.length === 1)
    return t('send.unicodeOne', { character: visible(first.character), position: first.index });
  if (characters.length > MOST_LISTED) {
    // Letters come first, because they identify a language better than combining marks.
    const letters = characters.filter(({ character }) => !INVISIBLE.test(character));
    const [one, other] = [...letters, ...characters].map(({ character }) => visible(character));
    return t('send.unicodeMany', { one: one ?? '', other: other ?? '' });
  }
  const items = characters.map(({ character, index }) =>
    t('send.unicodePlace', { character: visible(character), position: index }),
  );
  return t('send.unicodeFew', { count: characters.length, list: items.join(', ') });
}

/** The offer to replace characters: the label of its button, and the resulting size. */
function offer(
  characters: UnicodeCharacter[],
  segments: number,
  t: Translate,
): { action: string; gain: string } {
  const [first] = characters;
  const replacement = characters.length === 1 ? first?.replacement?.trim() : undefined;
  if (characters.length === 1 && first?.replacement === '')
    return { action: t('send.removeCharacter'), gain: t('send.plainWithout', { segments }) };
  if (replacement)
    return {
      action: t('send.replaceWith', { replacement }),
      gain: t('send.plainOne', { replacement, segments }),
    };
  return { action: t('send.replaceAll'), gain: t('send.plainAll', { segments }) };
}

const SIGN = { flex: 'none', marginTop: 1 };

function UnicodeNote({ body, count, promotional, onReplace }: UnicodeNoteProps) {
  const t = useText();
  const plainBody = replaceForGsm(body);
  const plain = countSegments(plainBody, { promotional });
  const offered = plain.encoding === 'GSM7' ? offer(count.unicodeCharacters, plain.segments, t) : null;
  const fits = {
    unicode: count.perSegment,
    plain: countSegments('', { promotional }).perSegment,
  };
  return (
    <div role="status">
      {count.encoding === 'UNICODE' ? (
        <Flex gap={12} mt={12} px={{ base: 12, xs: 16 }} py={12} bdrs={8} bg="var(--warning-soft)" fz={13}>
          <IconAlertTriangle size={18} color="var(--warning)" style={SIGN} aria-hidden="true" />
          <Flex flex={1} miw={0} direction={{ base: 'column', xs: 'row' }} align="flex-start" gap="4px 12px">
            <Box flex={1} miw={0} style={{ overflowWrap: 'anywhere' }}>
              <Text inherit fw={600}>
                {headline(count.unicodeCharacters, t)}
              </Text>
              <Text inherit>
                {t('send.unicodeFits', fits)}{' '}
                {promotional ? t('send.unicodeLink', { room: OPT_OUT_SEPTETS }) : null} {offered?.gain}
              </Text>
            </Box>
            {offered ? (
              <Anchor
                component="button"
                type="button"
                inherit
                flex="none"
                mih={24}
                fw={500}
                c="var(--text)"
                onClick={() => onReplace(plainBody)}
              >
                {offered.action}
              </Anchor>
            ) : null}
          </Flex>
        </Flex>
      ) : null}
    </div>
  );
}

/**
 * Returns the problem of a text, or null. The length of a text with merge fields depends on the recipient, so
 * only its characters are checked. The review of a campaign shows recipients whose text is too long.
 */
export function contentProblem(
  content: string,
  count: SegmentCount,
  t: ReturnType<typeof useText>,
): string | null {
  const unknown = unknownFields(content);
  const [first = '', last = ''] = MERGE_FIELDS.map((name) => `{${name}}`);
  if (unknown.length > 0) return t('compose.unknownField', { unknown: unknown.join(', '), first, last });
  const tooLong = hasMergeFields(content) ? count.characters > MAX_CHARACTERS : count.tooLong;
  return tooLong ? t('send.tooLong', { segments: MAX_SEGMENTS, characters: MAX_CHARACTERS }) : null;
}
