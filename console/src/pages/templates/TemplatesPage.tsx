// The templates of a project, at `/templates`. Choosing one starts a message with it, or a campaign if it has
// merge fields.
import { hasMergeFields } from '@godwit/contract/messages/mergeFields';
import type { Template } from '@godwit/contract/messages/templates';
import { may } from '@godwit/contract/roles';
import { Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import { Dialog } from '../../components/dialog/Dialog.tsx';
import { MayNotSend, NoProject, Page } from '../../components/frame/Page.tsx';
import { lazyPart } from '../../components/lazyPart.ts';
import { TemplateList } from '../../components/templates/TemplateList.tsx';
import { paths } from '../../paths.ts';
import { useProjects, withTemplate } from '../../session/context.ts';
import { messageForm } from '../../text/messageForm/en.ts';
import { useText } from '../../text/useText.ts';
import { withTexts } from '../../text/withTexts.tsx';

// Loaded on demand, because most visits only choose a template.
const TemplateForm = lazyPart(() => import('../../components/templates/TemplateForm.tsx'), 'TemplateForm');

function TemplatesPage() {
  const t = useText();
  const { project } = useProjects();
  return (
    <Page title={t('nav.templates')}>
      {!project ? <NoProject /> : null}
      {project && !may(project.role, 'send') ? <MayNotSend /> : null}
      {project && may(project.role, 'send') ? <Templates projectId={project.id} /> : null}
    </Page>
  );
}

function Templates({ projectId }: { projectId: string }) {
  const t = useText();
  const navigate = useNavigate();
  const [q, setQ] = useState('');
  const [edited, setEdited] = useState<Template | null>(null);
  const [opened, setOpened] = useState(false);
  // Each opening has a form of its own.
  const [times, setTimes] = useState(0);

  function edit(template: Template | null): void {
    setEdited(template);
    setTimes(times + 1);
    setOpened(true);
  }
  function start({ name, content }: Template): void {
    const form = hasMergeFields(content) ? paths.newCampaign : paths.sendSms;
    void navigate(form, { state: withTemplate({ name, content }) });
  }
  return (
    <>
      <TemplateList
        projectId={projectId}
        merges
        closedId={undefined}
        q={q}
        onSearch={setQ}
        onEdit={edit}
        onUse={start}
      />
      <Dialog
        opened={opened}
        onClose={() => setOpened(false)}
        title={t(edited ? 'templates.editTitle' : 'templates.new')}
        size={640}
        closeOnClickOutside={false}
      >
        <Suspense fallback={null}>
          <TemplateForm
            key={times}
            projectId={projectId}
            template={edited}
            content={edited?.content ?? ''}
            onEnd={() => setOpened(false)}
          />
        </Suspense>
      </Dialog>
    </>
  );
}

export default withTexts(TemplatesPage, messageForm);
