// The facts about a message at the time when its case was opened: its sender id, who may have sent it, and
// its ids at the carrier.
import type { KnownFacts, ScamCase } from '@godwit/contract/staff/cases';
import { Anchor, Box, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { formatInstant, shortId } from '../../format.ts';
import { useReadableNumber } from '../../phone.ts';
import { useText } from '../../text/useText.ts';
import { Card, CardTitle } from '../../ui/Card.tsx';
import { Passage } from '../../ui/Facts.tsx';
import { Section } from '../../ui/Section.tsx';
import { staffPaths } from '../paths.ts';
import { Quiet } from '../shell/Quiet.tsx';
import { FactGrid, type FactRow, StackLead, StaffId, useHere } from '../shell/StaffPage.tsx';
import { Refs } from '../trace/Refs.tsx';

export function CaseFacts({ found }: { found: ScamCase }) {
  const t = useText();
  const { facts, opened_at: at } = found;
  return (
    <>
      <Section title={t('staff.cases.facts')} text={t('staff.cases.factsText', { at: formatInstant(at) })}>
        <Stack gap={16}>
          <Card>
            <MessageFacts found={found} />
          </Card>
          <Keys keys={facts.keys} />
          <SignIns signIns={facts.sign_ins} />
        </Stack>
      </Section>
      {facts.refs.length > 0 ? <Refs refs={facts.refs} /> : null}
    </>
  );
}

function MessageFacts({ found: { facts, team, message_id: id } }: { found: ScamCase }) {
  const t = useText();
  const here = useHere();
  const readable = useReadableNumber();
  const { message, project, hosts, owner, request_id: requestId, steps } = facts;
  const lookedUp =
    owner?.checked_at && owner.checked_by
      ? t('staff.cases.ownerChecked', { by: owner.checked_by, at: formatInstant(owner.checked_at) })
      : t('staff.cases.unchecked');
  const rows: FactRow[] = [
    [
      t('field.team'),
      <Anchor key="team" component={Link} to={staffPaths.team(team.id)} state={here}>
        {team.name}
      </Anchor>,
    ],
    [t('field.project'), project.name],
    [
      t('staff.cases.message'),
      <StaffId key="id" id={id} copy={t('staff.cases.message')} to={staffPaths.traceOf(id)} />,
    ],
    [t('field.from'), readable(message.from)],
    [t('field.to'), readable(message.to)],
    [t('field.mode'), message.mode],
    [t('staff.cases.accepted'), formatInstant(message.accepted_at)],
    [t('staff.cases.origin'), steps.find(({ kind }) => kind === 'ACCEPTED')?.detail ?? t('field.none')],
    [t('staff.cases.hosts'), hosts.join(', ') || t('field.none')],
    [
      t('staff.cases.owner'),
      owner
        ? t('staff.cases.ownerOf', { name: owner.legal_name, scheme: owner.scheme, number: owner.number })
        : t('field.none'),
    ],
    ...(owner ? [[t('staff.cases.lookedUp'), lookedUp] as FactRow] : []),
    [
      t('staff.cases.proof'),
      requestId ? (
        <Anchor key="request" component={Link} to={staffPaths.senderCase(requestId)} state={here}>
          {t('staff.cases.openRequest')}
        </Anchor>
      ) : (
        t('staff.cases.noRequest')
      ),
    ],
    [t('staff.trace.body'), <Passage key="body">{message.masked_body}</Passage>, 'whole'],
  ];
  return <FactGrid facts={rows} />;
}

function Keys({ keys }: Pick<KnownFacts, 'keys'>) {
  const t = useText();
  const at = (instant: string) => ({ at: formatInstant(instant) });
  return (
    <Lines title={t('staff.cases.keys')} text={t('staff.cases.keysText')}>
      {keys.map(({ name, ending, created_at: made, last_used_at: used, revoked_at: ended, addresses }) => (
        <Line
          key={`${name} ${ending} ${made}`}
          lead={
            name === null
              ? t('staff.cases.projectKey')
              : t('staff.cases.keyEnding', { name, ending: ending ?? '' })
          }
          end={addresses.join(', ') || t('staff.cases.keyUnused')}
          quiet={[
            t('staff.cases.keyMade', at(made)),
            ...(used ? [t('staff.cases.keyUsed', at(used))] : []),
            ...(ended ? [t('staff.cases.keyRevoked', at(ended))] : []),
          ].join(', ')}
        />
      ))}
    </Lines>
  );
}

function SignIns({ signIns }: { signIns: KnownFacts['sign_ins'] }) {
  const t = useText();
  const here = useHere();
  return (
    <Lines
      title={t('staff.cases.signIns')}
      text={t(signIns.length > 0 ? 'staff.cases.signInsText' : 'staff.cases.noSignIns')}
    >
      {signIns.map(({ user_id: user, ip, device, from, until }) => (
        <Line
          key={`${user} ${from}`}
          lead={
            <Anchor component={Link} to={staffPaths.user(user)} state={here} inherit>
              {t('staff.cases.person', { id: shortId(user) })}
            </Anchor>
          }
          end={ip}
          quiet={`${device}, ${t('staff.cases.session', { from: formatInstant(from), until: formatInstant(until) })}`}
        />
      ))}
    </Lines>
  );
}

function Lines({ title, text, children }: { title: string; text: string; children: React.ReactNode[] }) {
  return (
    <Card>
      <CardTitle>{title}</CardTitle>
      <Text c="dimmed">{text}</Text>
      {children.length > 0 ? (
        <Box component="ul" mt={16} aria-label={title}>
          {children}
        </Box>
      ) : null}
    </Card>
  );
}

type LineProps = { lead: React.ReactNode; end: string | null; quiet: string };

const Line = ({ lead, end, quiet }: LineProps) => (
  <Box component="li" py={8}>
    <StackLead end={end}>{lead}</StackLead>
    <Quiet>{quiet}</Quiet>
  </Box>
);
