// The overview of a project's settings: name, keys, sender ids, time zone, and a first request to copy.
import type { Project, ProjectSender } from '@godwit/contract/projects';
import { SANDBOX_SENDER } from '@godwit/contract/senders';
import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatDay, formatUtc } from '../../format.ts';
import { paths } from '../../paths.ts';
import { useProfile } from '../../session/context.ts';
import type { TextId } from '../../text/catalogue.ts';
import { useText } from '../../text/useText.ts';
import { Card } from '../../ui/Card.tsx';
import { KeyField } from '../../ui/KeyField.tsx';
import classes from './Overview.module.css';
import { SampleRequest } from './SampleRequest.tsx';
import { utcOffset } from './utcOffset.ts';

export function Overview({ project }: { project: Project }) {
  const t = useText();
  const { id_verified: verified } = useProfile();
  return (
    <Card padded={false}>
      <Row label="settings.name">
        <p className={classes.value}>{project.name}</p>
      </Row>
      <Row label="settings.liveKey" hint="settings.liveHint">
        <Key name={t('settings.liveKey')} value={project.api_key_live} />
        {verified ? null : (
          <p className={classes.note}>
            {t.rich('settings.liveNeedsVerification', {
              link: (words) => (
                <Anchor key="link" component={Link} to={paths.verify}>
                  {words}
                </Anchor>
              ),
            })}
          </p>
        )}
      </Row>
      <Row label="settings.testKey" hint="settings.testHint">
        <Key name={t('settings.testKey')} value={project.api_key_test} />
      </Row>
      <Row label="settings.senders" hint="settings.sendersHint">
        <Senders senders={project.senders} />
      </Row>
      <Row label="settings.timezone" hint="settings.timezoneHint">
        <p className={classes.value}>
          {t('settings.timezoneValue', { zone: project.timezone, offset: utcOffset(project.timezone) })}
        </p>
      </Row>
      <Row label="settings.api" hint="settings.apiHint">
        <SampleRequest project={project} />
        <p className={classes.note}>
          {t.rich('settings.apiReference', {
            link: (words) => (
              <Anchor key="link" component={Link} to={paths.api}>
                {words}
              </Anchor>
            ),
          })}
        </p>
      </Row>
    </Card>
  );
}

function Row({ label, hint, children }: { label: TextId; hint?: TextId; children: ReactNode }) {
  const t = useText();
  return (
    <section className={classes.row}>
      <div className={classes.label}>
        <h2>{t(label)}</h2>
        {hint ? <p>{t(hint)}</p> : null}
      </div>
      <div className={classes.control}>{children}</div>
    </section>
  );
}

function Key({ name, value }: { name: string; value: string }) {
  const t = useText();
  return (
    <KeyField
      value={value}
      label={name}
      showLabel={t('settings.showKey', { key: name })}
      hideLabel={t('settings.hideKey', { key: name })}
      copyLabel={t('settings.copyKey', { key: name })}
      copiedLabel={t('action.copied')}
    />
  );
}

function Senders({ senders }: { senders: ProjectSender[] }) {
  const t = useText();
  return (
    <>
      {senders.length > 0 ? (
        <ul className={classes.senders}>
          {senders.map((sender) => (
            <li key={sender.id}>
              <strong>{sender.id}</strong>
              <span>{t(sender.is_promotional ? 'settings.promotional' : 'settings.transactional')}</span>
              <time dateTime={sender.created_at} title={formatUtc(sender.created_at)}>
                {t('settings.added', { day: formatDay(sender.created_at) })}
              </time>
            </li>
          ))}
        </ul>
      ) : (
        <p className={classes.none}>{t('settings.noSenders', { sandbox: SANDBOX_SENDER })}</p>
      )}
      <Anchor component={Link} to={paths.senderId}>
        {t('settings.requestSender')}
      </Anchor>
    </>
  );
}
