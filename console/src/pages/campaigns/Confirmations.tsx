// Asks a person to confirm, before a campaign is created, that it may go although it looks like advertising,
// and that recipients see "Unverified" instead of its sender.
import { ADVERTISING_WORDING } from '@godwit/contract/campaigns/rules';
import { UNVERIFIED_SENDER, unverifiedIn } from '@godwit/contract/senders';
import { Box, Checkbox, Stack } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { CampaignFields } from '../../api/campaigns.ts';
import { ShownInstead } from '../../components/message/ShownInstead.tsx';
import { countryName } from '../../countryName.ts';
import { paths } from '../../paths.ts';
import { useText } from '../../text/useText.ts';
import { NoteBox } from '../../ui/NoteBox.tsx';
import { linkTo } from '../../ui/richText.tsx';
import type { Shown } from './useReview.ts';

type Tick = 'attested' | 'accepted';

export type Confirmation = {
  ticked: ReadonlySet<Tick>;
  tick(what: Tick, is: boolean): void;
  /** How many boxes are not ticked yet. */
  open: number;
  /** The confirmations as the call takes them. */
  fields: Pick<CampaignFields, 'attested_wording' | 'accepted_unverified'>;
};

/** The recipients who see "Unverified", which TEST only rehearses. */
const unverifiedOf = ({ fields, preview }: Shown) =>
  fields.mode === 'LIVE' ? unverifiedIn(preview.unverified) : 0;

/** The confirmations of the preview on screen. Another preview asks for them again. */
export function useConfirmation(shown: Shown | null): Confirmation {
  const [state, setState] = useState<{ of: object; ticked: ReadonlySet<Tick> } | null>(null);
  const ticked = shown !== null && state?.of === shown.preview ? state.ticked : new Set<Tick>();
  const asked: Tick[] = [];
  // A server of an older version does not return `advertising`.
  if (shown?.preview.advertising) asked.push('attested');
  const unverified = shown ? unverifiedOf(shown) : 0;
  if (unverified > 0) asked.push('accepted');
  return {
    ticked,
    tick(what, is) {
      const others = [...ticked].filter((one) => one !== what);
      if (shown) setState({ of: shown.preview, ticked: new Set(is ? [...others, what] : others) });
    },
    open: asked.filter((what) => !ticked.has(what)).length,
    fields: {
      ...(ticked.has('attested') ? { attested_wording: ADVERTISING_WORDING } : {}),
      ...(ticked.has('accepted') ? { accepted_unverified: unverified } : {}),
    },
  };
}

type Props = { shown: Shown; confirmation: Confirmation };

export function Confirmations({ shown, confirmation: { ticked, tick } }: Props) {
  const t = useText();
  const { fields, preview } = shown;
  const { from: sender, mode } = fields;
  const { advertising } = preview;
  const unverified = unverifiedOf(shown);
  const box = (what: Tick, label: string) => (
    <Checkbox
      mt={8}
      label={label}
      checked={ticked.has(what)}
      onChange={({ currentTarget }) => tick(what, currentTarget.checked)}
    />
  );
  // In TEST there is nothing to accept, so a note says what LIVE would do.
  const lines = Object.entries(preview.unverified ?? {}).map(([country, count]) => (
    <ShownInstead
      key={country}
      {...{ sender, mode, count }}
      place={countryName(country)}
      name={UNVERIFIED_SENDER}
    />
  ));
  const notes: ReactNode[] = [
    advertising ? (
      <NoteBox key="advertising" tone="warning">
        <p>{t('review.advertising', { word: advertising.word, sender })}</p>
        {advertising.waits ? <p>{t('review.attestWaits')}</p> : null}
        {box('attested', t('review.attest', { sender }))}
      </NoteBox>
    ) : null,
    unverified > 0 ? (
      <NoteBox key="unverified" tone="warning">
        {lines}
        <p>{t.rich('review.unverifiedNext', { link: linkTo(paths.senderId) })}</p>
        {box('accepted', t('review.acceptUnverified', { count: unverified, name: UNVERIFIED_SENDER }))}
      </NoteBox>
    ) : null,
    unverified === 0 && lines.length > 0 ? (
      <NoteBox key="rehearsed" tone="info">
        {lines}
      </NoteBox>
    ) : null,
  ];
  if (notes.every((note) => note === null)) return null;
  return (
    <Box flex="none" p={{ base: '0 16px 16px', xs: '0 24px 24px' }} fz={13}>
      <Stack gap={12}>{notes}</Stack>
    </Box>
  );
}
