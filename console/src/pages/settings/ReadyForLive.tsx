// The checklist "Ready for LIVE" above a project's overview: identity, sender, money and limits. One line
// once nothing that LIVE needs is left to do.
import type { Project } from '@godwit/contract/projects';
import { may } from '@godwit/contract/roles';
import { Box, Group, Skeleton, Text, VisuallyHidden } from '@mantine/core';
import { type Icon, IconCircle, IconCircleCheckFilled, IconClock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { senderRequestsQuery } from '../../api/requests.ts';
import { topUpPath } from '../../components/frame/TopUp.tsx';
import { formatDisplayed, formatMoney, formatShortDay } from '../../format.ts';
import { paths } from '../../paths.ts';
import { useMay, useProfile, useTeam } from '../../session/context.ts';
import { useText } from '../../text/useText.ts';
import { Card, CardTitle } from '../../ui/Card.tsx';
import { linkTo } from '../../ui/richText.tsx';

type State = 'done' | 'waiting' | 'next';

type Step = {
  name: string;
  state: State;
  /** Today's state in one line; null while it loads. */
  line: string | null;
  /** Replaces the line once the list is folded. */
  short?: string;
  /** The next step, if there is one and the person may do it. */
  link?: { to: string; text: string } | false;
  /** LIVE works without it. */
  optional?: boolean;
};

const MARKS: Record<State, { icon: Icon; color: string }> = {
  done: { icon: IconCircleCheckFilled, color: 'var(--success)' },
  waiting: { icon: IconClock, color: 'var(--muted)' },
  next: { icon: IconCircle, color: 'var(--edge)' },
};

export function ReadyForLive({ project }: { project: Project }) {
  const t = useText();
  const steps = useSteps(project);
  if (project.archived_at !== null) return null;
  if (steps.every(({ state, optional }) => state === 'done' || optional)) return <Folded steps={steps} />;
  const done = steps.filter(({ state }) => state === 'done').length;
  return (
    <Card padded={false} mb={24}>
      <Group justify="space-between" gap="4px 16px" p={{ base: 16, xs: '20px 24px 12px' }}>
        <CardTitle>{t('ready.title')}</CardTitle>
        <Text c="dimmed">{t('ready.count', { done, total: steps.length })}</Text>
      </Group>
      <Box component="ul">
        {steps.map((step) => (
          <StepRow key={step.name} step={step} />
        ))}
      </Box>
    </Card>
  );
}

/** The states of all steps on one line, with the links of those that are optional and not done. */
function Folded({ steps }: { steps: readonly Step[] }) {
  const t = useText();
  return (
    <Card mb={24} p={{ base: 16, xs: '16px 24px' }}>
      <Group wrap="nowrap" gap={12} align="flex-start">
        <Mark state="done" />
        <Text style={{ overflowWrap: 'anywhere' }}>
          <strong>{t('ready.title')}</strong>
          {steps.map(({ name, line, short, link }) => (
            <Fragment key={name}>
              {' · '}
              {short ?? line}
              {link ? <> {linkTo(link.to)(link.text)}</> : null}
            </Fragment>
          ))}
        </Text>
      </Group>
    </Card>
  );
}

function StepRow({ step: { name, state, line, link } }: { step: Step }) {
  const t = useText();
  return (
    <Group
      component="li"
      className="ruled"
      wrap="nowrap"
      gap={12}
      align="flex-start"
      px={{ base: 16, xs: 24 }}
      py={12}
    >
      <Mark state={state} />
      <Group flex={1} miw={0} justify="space-between" gap="4px 24px">
        <Box flex="1 1 240px" miw={0}>
          <Text fw={500}>
            {name}
            {/* Read out instead of the icon. */}
            <VisuallyHidden>: {t(`ready.${state}`)}</VisuallyHidden>
          </Text>
          {line === null ? (
            <Skeleton height={20} maw={240} />
          ) : (
            <Text c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {line}
            </Text>
          )}
        </Box>
        {link ? linkTo(link.to)(link.text) : null}
      </Group>
    </Group>
  );
}

function Mark({ state }: { state: State }) {
  const { icon: Icon, color } = MARKS[state];
  return <Icon size={20} color={color} style={{ flex: 'none' }} aria-hidden="true" />;
}

function useSteps(project: Project): Step[] {
  return [useIdentity(), useSender(project), useMoney(), useLimit(project)];
}

function useIdentity(): Step {
  const t = useText();
  const mayVerify = useMay('verification');
  const { id_verified: verified, in_review_since: since, verification } = useProfile();
  const name = t('ready.identity');
  if (verified) return { name, state: 'done', line: t('ready.identityDone') };
  if (since !== null)
    return { name, state: 'waiting', line: t('ready.reviewTwoDays', { day: formatShortDay(since) }) };
  const isRejected = verification === 'REJECTED';
  return {
    name,
    state: 'next',
    line: t(isRejected ? 'ready.identityRejected' : 'ready.identityNext'),
    link: mayVerify && { to: paths.verify, text: t('ready.identityLink') },
  };
}

function useSender({ id, role, senders }: Project): Step {
  const t = useText();
  const { data, isPending } = useQuery(senderRequestsQuery(id));
  const name = t('ready.sender');
  if (senders.length > 0) return { name, state: 'done', line: senders.map((sender) => sender.id).join(', ') };
  const pending = data?.find(({ status }) => status === 'PENDING');
  if (pending)
    return {
      name,
      state: 'waiting',
      line: t('ready.senderWaiting', { sender: pending.sender_id, day: formatShortDay(pending.created_at) }),
    };
  return {
    name,
    state: 'next',
    line: isPending ? null : t('ready.senderNext'),
    link: may(role, 'projects') && { to: paths.senderId, text: t('ready.senderLink') },
  };
}

function useMoney(): Step {
  const t = useText();
  const mayPay = useMay('billing');
  const { balance, display_balance: shown, region } = useTeam();
  const line = t('ready.moneyLine', { balance: formatDisplayed(shown, region.currency_symbol) });
  const name = t('ready.money');
  if (balance > 0) return { name, state: 'done', line };
  return {
    name,
    state: 'next',
    line: t('ready.moneyNext'),
    link: mayPay && { to: topUpPath, text: t('action.topUp') },
  };
}

function useLimit({ id, role, daily_limit: limit }: Project): Step {
  const t = useText();
  const { currency_symbol: symbol } = useTeam().region;
  const name = t('ready.limit');
  if (limit !== null)
    return { name, state: 'done', line: t('ready.limitDone', { limit: formatMoney(limit, symbol) }) };
  return {
    name,
    state: 'next',
    line: t('ready.limitNext'),
    short: t('ready.limitNone'),
    link: may(role, 'projects') && { to: paths.usageLimits(id), text: t('ready.limitLink') },
    optional: true,
  };
}
