// The overview of a project's settings: name, keys, sender ids, time zone, callbacks, a first request to copy, and archiving.
import type { ProjectSender } from '@godwit/contract/projects';
import { may } from '@godwit/contract/roles';
import { SANDBOX_SENDER } from '@godwit/contract/senders';
import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { formatDay, formatUtc } from '../../format.ts';
import { paths } from '../../paths.ts';
import { useProfile } from '../../session/context.ts';
import { useText } from '../../text/useText.ts';
import { Card } from '../../ui/Card.tsx';
import { SettingNote, SettingRow, SettingValue } from '../../ui/SettingRow.tsx';
import { ArchiveRow } from './ArchiveRow.tsx';
import { CallbackSecret } from './CallbackSecret.tsx';
import { NameField } from './NameField.tsx';
import classes from './OverviewPage.module.css';
import { ProjectKey } from './ProjectKey.tsx';
import { SampleRequest } from './SampleRequest.tsx';
import { useShownProject } from './shownProject.ts';
import { TimezoneField } from './TimezoneField.tsx';

export default function OverviewPage() {
  const t = useText();
  const project = useShownProject();
  const { id_verified: verified } = useProfile();
  const mayChange = may(project.role, 'projects');
  return (
    <Card padded={false}>
      <SettingRow label={t('settings.name')}>
        {mayChange ? <NameField project={project} /> : <SettingValue>{project.name}</SettingValue>}
      </SettingRow>
      {mayChange ? (
        <>
          <SettingRow label={t('settings.liveKey')} hint={t('settings.liveHint')}>
            <ProjectKey project={project} mode="LIVE" />
            {verified ? null : (
              <SettingNote>
                {t.rich('settings.liveNeedsVerification', {
                  link: (words) => (
                    <Anchor key="link" component={Link} to={paths.verify}>
                      {words}
                    </Anchor>
                  ),
                })}
              </SettingNote>
            )}
          </SettingRow>
          <SettingRow label={t('settings.testKey')} hint={t('settings.testHint')}>
            <ProjectKey project={project} mode="TEST" />
          </SettingRow>
        </>
      ) : (
        <SettingRow label={t('settings.keys')}>
          <SettingValue>{t('settings.keysHidden')}</SettingValue>
        </SettingRow>
      )}
      <SettingRow label={t('settings.senders')} hint={t('settings.sendersHint')}>
        <Senders senders={project.senders} mayRequest={mayChange} />
      </SettingRow>
      <SettingRow label={t('settings.timezone')} hint={t('settings.timezoneHint')}>
        <TimezoneField project={project} mayChange={mayChange} />
      </SettingRow>
      <SettingRow label={t('settings.api')} {...(mayChange ? { hint: t('settings.apiHint') } : {})}>
        {mayChange ? <SampleRequest project={project} /> : null}
        <ApiReference sample={mayChange} />
      </SettingRow>
      {mayChange ? (
        <SettingRow label={t('settings.callbackSecret')} hint={t('settings.callbackHint')}>
          <CallbackSecret projectId={project.id} />
        </SettingRow>
      ) : null}
      {may(project.role, 'owners') ? <ArchiveRow project={project} /> : null}
    </Card>
  );
}

function ApiReference({ sample }: { sample: boolean }) {
  const t = useText();
  const link = (words: React.ReactNode) => (
    <Anchor key="link" component={Link} to={paths.api}>
      {words}
    </Anchor>
  );
  return sample ? (
    <SettingNote>{t.rich('settings.apiReference', { link })}</SettingNote>
  ) : (
    <SettingValue>{t.rich('settings.apiReferenceOnly', { link })}</SettingValue>
  );
}

function Senders({ senders, mayRequest }: { senders: ProjectSender[]; mayRequest: boolean }) {
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
        <SettingValue>{t('settings.noSenders', { sandbox: SANDBOX_SENDER })}</SettingValue>
      )}
      {mayRequest ? (
        <Anchor className={classes.request ?? ''} component={Link} to={paths.senderId}>
          {t('settings.requestSender')}
        </Anchor>
      ) : null}
    </>
  );
}
