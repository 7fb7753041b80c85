// The dialog of a project's templates: the list, or the form of one template.
import type { Template } from '@godwit/contract/messages/templates';
import { useState } from 'react';
import { useText } from '../../text/useText.ts';
import { Dialog, type Opening } from '../dialog/Dialog.tsx';
import { TemplateForm } from './TemplateForm.tsx';
import { TemplateList } from './TemplateList.tsx';

type Props = Pick<Opening, 'opened' | 'onClose'> & {
  projectId: string;
  merges: boolean;
  /** The text to save as a template, or null to show the list. */
  typed: string | null;
  onUse: (template: Template) => void;
};

export function TemplatesDialog({ opened, onClose, projectId, merges, typed, onUse }: Props) {
  const t = useText();
  // The template in the form. Null for a new one, undefined while the list is shown.
  const [edited, setEdited] = useState<Template | null | undefined>(typed === null ? undefined : null);
  // The id of the template whose form was closed last, or null for a new one.
  const [closedId, setClosedId] = useState<string | null>();
  const [q, setQ] = useState('');
  const isForm = edited !== undefined;

  function back(saved?: Template): void {
    setClosedId(saved?.id ?? edited?.id ?? null);
    // Keeps the form until the dialog has faded out.
    if (typed === null) setEdited(undefined);
    else onClose();
  }
  let title = t(typed === null ? 'nav.templates' : 'templates.saveTitle');
  if (isForm && typed === null) title = t(edited ? 'templates.editTitle' : 'templates.new');
  return (
    <Dialog
      opened={opened}
      onClose={isForm ? () => back() : onClose}
      title={title}
      size={640}
      closeOnClickOutside={!isForm}
      // Events bubble through React's tree to the message's form, which must not be submitted.
      onSubmit={(event) => event.stopPropagation()}
    >
      {isForm ? (
        <TemplateForm
          projectId={projectId}
          template={edited}
          content={edited?.content ?? typed ?? ''}
          onEnd={back}
        />
      ) : (
        <TemplateList
          projectId={projectId}
          merges={merges}
          closedId={closedId}
          q={q}
          onSearch={setQ}
          onEdit={setEdited}
          onUse={(template) => {
            onUse(template);
            onClose();
          }}
        />
      )}
    </Dialog>
  );
}
