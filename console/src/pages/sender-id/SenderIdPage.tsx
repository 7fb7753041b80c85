// Requests a sender id, at `/sender-id`: the steps of a request or the pending one, and the sender ids that
// the project already has.

import type { Project, ProjectSender } from '@godwit/contract/projects';
import { isName, ownerLack, SANDBOX_SENDER, shownSender } from '@godwit/contract/senders';
import { SimpleGrid, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { projectQuery } from '../../api/projects.ts';
import { senderRequestsQuery } from '../../api/requests.ts';
import { NoProject, Page } from '../../components/frame/Page.tsx';
import { lazyPart } from '../../components/lazyPart.ts';
import { LoadFailed } from '../../components/list/LoadFailed.tsx';
import { NotApproved } from '../../components/Request.tsx';
import { REGISTRATION_PILLS } from '../../components/registrationPills.ts';
import { countryName } from '../../countryName.ts';
import { formatLastDay } from '../../format.ts';
import { paths } from '../../paths.ts';
import { useReadableNumber } from '../../phone.ts';
import { placeName } from '../../placeName.ts';
import { classOfSender } from '../../senderClass.ts';
import { useMay, useProjects } from '../../session/context.ts';
import { files } from '../../text/files/en.ts';
import { senderId } from '../../text/senderId/en.ts';
import { useText } from '../../text/useText.ts';
import { verification } from '../../text/verification/en.ts';
import { withTexts } from '../../text/withTexts.tsx';
import { Card, CardTitle, LoadingCard } from '../../ui/Card.tsx';
import { EmptyCard } from '../../ui/EmptyState.tsx';
import { Pill } from '../../ui/Pill.tsx';
import { AliasesField } from './AliasesField.tsx';
import { SubstituteField } from './SubstituteField.tsx';
import classes from './senderId.module.css';
import { substituteAt } from './senders.ts';

// The form includes the code for uploads, which a pending request does not need.
const PendingRequest = lazyPart(() => import('./PendingRequest.tsx'), 'PendingRequest');
const RequestWizard = lazyPart(() => import('./request/RequestWizard.tsx'), 'RequestWizard');

function SenderIdPage() {
  const t = useText();
  const { project } = useProjects();
  return (
    <Page
      title={t('sender.title')}
      {...(project ? { subtitle: project.name, back: { to: paths.settings(project.id) } } : {})}
    >
      {project ? <Requests projectId={project.id} /> : <NoProject />}
    </Page>
  );
}

function Requests({ projectId }: { projectId: string }) {
  const t = useText();
  const mayRequest = useMay('projects');
  const requests = useQuery(senderRequestsQuery(projectId));
  const project = useQuery(projectQuery(projectId));
  const failed = [requests, project].find(({ isError, data }) => isError && !data);
  if (failed?.error) return <LoadFailed error={failed.error} onRetry={() => void failed.refetch()} />;
  if (!requests.data || !project.data) return <LoadingCard heights={[40, 64, 96]} />;
  const [last] = requests.data;
  const form = mayRequest ? (
    <Suspense fallback={<LoadingCard heights={[40, 64, 96]} />}>
      <RequestWizard key={projectId} project={project.data} previous={last ?? null} />
    </Suspense>
  ) : (
    <EmptyCard text={t('sender.notAllowed')} />
  );
  const senders = <ApprovedSenders project={project.data} />;
  const hasSenders = project.data.senders.length > 0;
  return (
    <SimpleGrid cols={1} verticalSpacing={{ base: 16, md: 24 }}>
      {hasSenders ? senders : null}
      {last?.status === 'REJECTED' ? (
        <NotApproved
          title={t('sender.rejectedTitle', { sender: last.sender_id })}
          decidedAt={last.decided_at}
          reason={last.reason}
        />
      ) : null}
      {last?.status === 'PENDING' ? (
        <Suspense fallback={<LoadingCard heights={[40, 64, 96]} />}>
          <PendingRequest project={project.data} request={last} mayWithdraw={mayRequest} />
        </Suspense>
      ) : (
        form
      )}
      {hasSenders ? null : senders}
    </SimpleGrid>
  );
}

export default withTexts(SenderIdPage, { ...files, ...senderId, ...verification });

/** The sender ids of a project, with their state and appearance in countries that register them. */
function ApprovedSenders({ project }: { project: Project }) {
  const t = useText();
  const { senders, country_rules: rules } = project;
  // A server of an older version has no such rules.
  const wantsBrand = Object.values(rules.brands_in_texts ?? {}).some((rule) => rule !== 'OFF');
  return (
    <Card>
      <CardTitle mb={16}>{t('sender.approvedTitle')}</CardTitle>
      {senders.length === 0 ? (
        <Text c="dimmed">{t('sender.none', { sandbox: SANDBOX_SENDER })}</Text>
      ) : (
        <ul className={classes.senders}>
          {senders.map((sender) => (
            <li key={sender.id} className="ruled">
              <strong>{sender.id}</strong>
              {isName(sender.id) ? <span>{t(`senderClass.${classOfSender(sender)}`)}</span> : null}
              {sender.registrations.map((registration) => (
                <Registration
                  key={placeName(registration)}
                  {...{ sender, registration }}
                  substitute={substituteAt(sender, registration, senders)}
                />
              ))}
              {sender.registrations.some(({ otherwise }) => otherwise === 'REFUSE') ? (
                <SubstituteField {...{ project, sender }} />
              ) : null}
              {wantsBrand && isName(sender.id) ? <AliasesField {...{ project, sender }} /> : null}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

type RegistrationProps = {
  sender: ProjectSender;
  registration: ProjectSender['registrations'][number];
  /** The sender that goes instead if the place blocks the name. */
  substitute: string | null;
};

/**
 * The sender that people in a country or network see, the state of its registration, and who has to do what
 * next.
 */
function Registration({ sender, registration, substitute }: RegistrationProps) {
  const t = useText();
  const readable = useReadableNumber();
  const { state, otherwise } = registration;
  const country = placeName(registration);
  const name = shownSender(sender.id, state, otherwise) ?? (substitute && readable(substitute));
  return (
    <div className={classes.registration}>
      {name === null ? t('sender.blocked', { country }) : t('sender.seen', { country, name })}
      <Pill {...REGISTRATION_PILLS[state]}>{t(`sender.state.${state}`)}</Pill>
      <Text fz={13} className={classes.next ?? ''}>
        <NextStep registration={registration} />
      </Text>
    </div>
  );
}

/** The next step, and the side that has to do it. */
function NextStep({ registration }: Pick<RegistrationProps, 'registration'>) {
  const t = useText();
  const { state, turn, lacks, expires_at, refusal } = registration;
  const day = expires_at && formatLastDay(expires_at);
  const lack = ownerLack(registration);
  if (lack !== null) return t(lack === 'ABN' ? 'sender.next.owner' : 'sender.next.evidence');
  switch (state) {
    case 'DRAFT':
      if (lacks !== null) return t('sender.next.look');
      if (turn === 'OWNER') return t('sender.next.ask', { country: countryName(registration.country) });
      return t('sender.next.DRAFT', { country: placeName(registration) });
    case 'SUBMITTED':
      return t(turn === 'US' ? 'sender.next.checking' : 'sender.next.SUBMITTED');
    case 'REGISTERED':
      if (day === null) return t('sender.next.open');
      return t(turn === 'US' ? 'sender.next.renewing' : 'sender.next.until', { day });
    case 'REFUSED':
      return t('sender.next.REFUSED', { reason: refusal ?? '' });
    case 'EXPIRED':
      return t('sender.next.EXPIRED', { day: day ?? '' });
    case 'WITHDRAWN':
      return t('sender.next.WITHDRAWN');
  }
}
