// The figures of a review, and the notes about what to know before sending.

import { mergeFieldsOf, unknownFields } from '@godwit/contract/messages/mergeFields';
import { brandOf, brandTreatment } from '@godwit/contract/rules/brandInText';
import { isName } from '@godwit/contract/senders';
import { Box } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { lackingConsentQuery } from '../../api/contacts.ts';
import { pricesQuery } from '../../api/messages.ts';
import { projectQuery } from '../../api/projects.ts';
import { consentRuleIn } from '../../classRules.ts';
import { ReviewFigures } from '../../components/dialog/ReviewModal.tsx';
import { formatCount, formatPrice } from '../../format.ts';
import { paths } from '../../paths.ts';
import { classOfSender } from '../../senderClass.ts';
import { useTeam } from '../../session/context.ts';
import { useText } from '../../text/useText.ts';
import { NoteBox } from '../../ui/NoteBox.tsx';
import { linkTo } from '../../ui/richText.tsx';
import { costOf } from './cost.ts';
import type { Recipient, Review } from './review.ts';

/** The total cost of a review, null while the prices load. */
export function useCost({ recipients, segments }: Review): number | null {
  const prices = useQuery(pricesQuery).data;
  const numbers = useMemo(() => recipients.map(({ to }) => to), [recipients]);
  const cost = useMemo(() => prices && costOf(numbers, segments, prices), [numbers, segments, prices]);
  return cost?.total ?? null;
}

/** The numbers of messages and segments and their cost, or a dash if the cost is unknown. */
export function Figures({ review }: { review: Review }) {
  const t = useText();
  const { region } = useTeam();
  const cost = useCost(review);
  const { form, recipients, segments } = review;
  return (
    <ReviewFigures
      figures={[
        [t('field.messages'), formatCount(recipients.length)],
        [t('field.segments'), formatCount(recipients.length * segments)],
        [
          t(form.mode === 'TEST' ? 'review.costOfTest' : 'field.cost'),
          cost === null ? t('field.none') : formatPrice(cost, region.currency_symbol),
        ],
      ]}
    />
  );
}

/** Warns that merge fields are not filled here, unlike in a campaign. */
export function BracesNote({ body }: { body: string }) {
  const t = useText();
  const [field] = [...mergeFieldsOf(body).map((name) => `{${name}}`), ...unknownFields(body)];
  if (field === undefined) return null;
  return (
    <Box mt={12} c="var(--text)" fz={13}>
      <NoteBox tone="warning">{t('send.mergesNot', { field })}</NoteBox>
    </Box>
  );
}

/** Warns about texts without the brand of the sender, by the rules of the recipients' countries. */
export function BrandNote({ review: { form, recipients } }: { review: Review }) {
  const t = useText();
  const { senders = [], country_rules: rules } = useQuery(projectQuery(form.project_id)).data ?? {};
  const sender = senders.find(({ id }) => id === form.from);
  // A server of an older version has no such rules.
  if (!sender || !rules?.brands_in_texts || !isName(sender.id)) return null;
  const brand = brandOf([sender.id, sender.owner_name ?? sender.id, ...sender.aliases]);
  const sent = { ...form, contentClass: classOfSender(sender) };
  const byTreatment = Map.groupBy(recipients, ({ country }) => {
    const rule = rules.brands_in_texts[country ?? ''] ?? rules.brands_in_texts['*'];
    return brandTreatment(rule ?? 'OFF', brand, sent);
  });
  return (['WARN', 'REFUSE'] as const).map((treatment) => {
    const count = byTreatment.get(treatment)?.length ?? 0;
    if (count === 0) return null;
    return (
      <Box key={treatment} mt={12} c="var(--text)" fz={13}>
        <NoteBox tone="warning">
          {t.rich(`send.brand.${treatment}`, { count, sender: sender.id, link: linkTo(paths.senderId) })}
        </NoteBox>
      </Box>
    );
  });
}

/** Says how many recipients lack a consent that their countries want, by the class of the sender. */
export function ConsentNote({ review: { form, recipients } }: { review: Review }) {
  const t = useText();
  const { senders = [], country_rules: rules } = useQuery(projectQuery(form.project_id)).data ?? {};
  const sender = senders.find(({ id }) => id === form.from);
  const ruleFor = ({ country }: Recipient) =>
    sender && rules ? consentRuleIn(rules, country, classOfSender(sender)) : 'OFF';
  const asking = recipients.filter((recipient) => ruleFor(recipient) !== 'OFF').map(({ to }) => to);
  const lacking = useQuery({ ...lackingConsentQuery(form.mode, asking), enabled: asking.length > 0 }).data;
  const without = new Set(asking.length > 0 ? lacking : []);
  return (['WARN', 'ENFORCE'] as const).map((rule) => {
    const count = recipients.filter((one) => without.has(one.to) && ruleFor(one) === rule).length;
    if (count === 0) return null;
    return (
      <Box key={rule} mt={12} c="var(--text)" fz={13}>
        <NoteBox tone="warning">
          {t.rich(`send.consent.${rule}`, { count, link: linkTo(paths.contacts) })}
        </NoteBox>
      </Box>
    );
  });
}

/** Warns about messages that may have been sent already: sending again can send them twice. */
export function OutdatedNote({ review: { outdated, recipients } }: { review: Review }) {
  const t = useText();
  const first = recipients.find(({ to }) => to === outdated[0]);
  if (!first) return null;
  return (
    <NoteBox tone="warning">
      {t.rich('send.outdated', {
        count: outdated.length,
        number: first.shown,
        link: linkTo(paths.logs),
      })}
    </NoteBox>
  );
}
