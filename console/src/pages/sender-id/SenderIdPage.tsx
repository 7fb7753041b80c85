// Asking for a sender id, at `/sender-id`: the form or the request that is pending, and what the project has already.

import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { projectQuery } from '../../api/projects.ts';
import { senderRequestsQuery } from '../../api/senders.ts';
import { LoadFailed } from '../../components/LoadFailed.tsx';
import { NoProject } from '../../components/NoProject.tsx';
import { NotApproved } from '../../components/NotApproved.tsx';
import { Page } from '../../components/Page.tsx';
import { paths } from '../../paths.ts';
import { useMay, useProjects } from '../../session/context.ts';
import { documents } from '../../text/documents.ts';
import { senderId } from '../../text/senderId.ts';
import { useText } from '../../text/useText.ts';
import { verification } from '../../text/verification.ts';
import { withTexts } from '../../text/withTexts.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ApprovedSenders } from './ApprovedSenders.tsx';
import { PendingRequest } from './PendingRequest.tsx';
import { SenderForm } from './SenderForm.tsx';
import classes from './senderId.module.css';

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
  if (!requests.data || !project.data) return <Loading />;
  const [last] = requests.data;
  const approved = <ApprovedSenders senders={project.data.senders} />;
  if (last?.status === 'PENDING') {
    return (
      <div className={classes.stack}>
        <PendingRequest request={last} />
        {approved}
      </div>
    );
  }
  return (
    <div className={classes.stack}>
      {last?.status === 'REJECTED' ? (
        <NotApproved
          title={t('sender.rejectedTitle', { sender: last.sender_id })}
          decidedAt={last.decided_at}
          reason={last.reason}
        />
      ) : null}
      {mayRequest ? (
        <SenderForm projectId={projectId} />
      ) : (
        <Card padded={false}>
          <EmptyState text={t('sender.notAllowed')} />
        </Card>
      )}
      {approved}
    </div>
  );
}

function Loading() {
  return (
    <Card>
      <div className={classes.fields} aria-busy="true">
        <Skeleton height={40} />
        <Skeleton height={64} />
        <Skeleton height={96} />
      </div>
    </Card>
  );
}

export default withTexts(SenderIdPage, { ...documents, ...senderId, ...verification });
