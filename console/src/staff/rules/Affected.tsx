// The dry run of a change of rules: names, planned messages and scheduled campaigns that it changes.
import type { RuleEffects } from '@godwit/contract/staff/rules';
import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatInstant } from '../../format.ts';
import { useText } from '../../text/useText.ts';
import { Quiet } from '../shell/Quiet.tsx';
import { rulePlace } from './places.ts';

export function Affected({ affected: { names, messages, campaigns } }: { affected: RuleEffects }) {
  const t = useText();
  return (
    <Stack gap={12} my={8} style={{ overflowWrap: 'anywhere' }}>
      <Part text={names && t('staff.rules.names', countsOf(names))}>
        {names ? <Names names={names} /> : null}
      </Part>
      <Part text={messages && t('staff.rules.messages', { changed: messages.changed })} more={messages}>
        {messages ? <Messages messages={messages} /> : null}
      </Part>
      <Part text={campaigns && t('staff.rules.campaigns', { changed: campaigns.changed })} more={campaigns}>
        {campaigns ? <Campaigns campaigns={campaigns} /> : null}
      </Part>
    </Stack>
  );
}

const countsOf = ({ changed, teams, examined, total }: NonNullable<RuleEffects['names']>) => ({
  ...{ changed, teams, examined, total },
});

type PartProps = {
  /** Null if it took too long. */
  text: string | null;
  more?: { examined: number; is_whole: boolean } | null;
  children: ReactNode;
};

function Part({ text, more, children }: PartProps) {
  const t = useText();
  if (text === null) return <Text c="var(--danger)">{t('staff.rules.tooLong')}</Text>;
  return (
    <div>
      <Text fw={500}>{text}</Text>
      {more && !more.is_whole ? (
        <Quiet>{t('staff.rules.moreThan', { examined: more.examined })}</Quiet>
      ) : null}
      {children}
    </div>
  );
}

const Lines = ({ children }: { children: ReactNode[] }) =>
  children.length === 0 ? null : (
    <Stack component="ul" gap={4} mt={4}>
      {children}
    </Stack>
  );

/** Whether changes of a country name its networks. */
const networksIn = (changes: readonly { country: string; network: string | null }[]) =>
  new Set(changes.flatMap(({ country, network }) => (network === null ? [] : [country])));

function Names({ names: { changes } }: { names: NonNullable<RuleEffects['names']> }) {
  const t = useText();
  const withNetworks = networksIn(changes);
  return (
    <Lines>
      {changes.map((one) => (
        <li key={JSON.stringify(one)}>
          {t('staff.rules.nameChange', {
            ...{
              place: rulePlace(t, one, withNetworks.has(one.country)),
              names: one.names,
              teams: one.teams,
            },
            before: t(`staff.rules.seen.${one.before}`),
            after: t(`staff.rules.seen.${one.after}`),
          })}
          {one.from === null ? null : ` (${t('staff.rules.from', { from: formatInstant(one.from) })})`}
          <Quiet>
            {one.examples
              .map(({ team, sender_id: sender }) => t('staff.rules.example', { sender, team: team.name }))
              .join(', ')}
          </Quiet>
        </li>
      ))}
    </Lines>
  );
}

function Messages({ messages: { changes } }: { messages: NonNullable<RuleEffects['messages']> }) {
  const t = useText();
  const withNetworks = networksIn(changes);
  return (
    <Lines>
      {changes.map((one) => (
        <li key={JSON.stringify(one)}>
          {t('staff.rules.messageChange', {
            ...{ place: rulePlace(t, one, withNetworks.has(one.country)), messages: one.messages },
            before: t(`staff.rules.seen.${one.before}`),
            after: t(`staff.rules.seen.${one.after}`),
          })}
        </li>
      ))}
    </Lines>
  );
}

function Campaigns({ campaigns: { list } }: { campaigns: NonNullable<RuleEffects['campaigns']> }) {
  const t = useText();
  return (
    <Lines>
      {list.map(({ team, name, sender_id: sender, at, changes }) => (
        <li key={team.id + name + at}>
          {t('staff.rules.campaign', { name, team: team.name, sender, at: formatInstant(at) })}
          {changes.map(({ country, network, ...change }) => (
            <Quiet key={JSON.stringify([country, network, change])}>
              {t('staff.rules.campaignChange', {
                ...change,
                place: rulePlace(t, { country, network }, networksIn(changes).has(country)),
              })}
            </Quiet>
          ))}
        </li>
      ))}
    </Lines>
  );
}
