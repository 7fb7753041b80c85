// The dialog of a project's templates: their list, of which one is put in the message, and in its place the form of one.
import type { Template } from '@godwit/contract/templates';
import { useState } from 'react';
import { useText } from '../../text/useText.ts';
import { Dialog, type Opening } from '../Dialog.tsx';
import { TemplateForm } from './TemplateForm.tsx';
import { TemplateList } from './TemplateList.tsx';

type Props = Pick<Opening, 'opened' | 'onClose'> & {
  projectId: string;
  merges: boolean;
  /** What is to be kept as a template; null for the list of those there are. */
  typed: string | null;
  onUse: (template: Template) => void;
};

export function TemplatesDialog({ opened, onClose, projectId, merges, typed, onUse }: Props) {
  const t = useText();
  // The template in the form; null for a new one, undefined while the list is shown.
  const [edited, setEdited] = useState<Template | null | undefined>(typed === null ? undefined : null);
  // Whose form was left last, by id; null a new one's.
  const [left, setLeft] = useState<string | null>();
  const [q, setQ] = useState('');
  const isForm = edited !== undefined;

  function back(saved?: Template): void {
    setLeft(saved?.id ?? edited?.id ?? null);
    // What was typed is shown until the dialog has faded out.
    if (typed === null) setEdited(undefined);
    else onClose();
  }
  let title = t(typed === null ? 'templates.title' : 'templates.saveTitle');
  if (isForm && typed === null) title = t(edited ? 'templates.editTitle' : 'templates.new');
  return (
    <Dialog
      opened={opened}
      onClose={isForm ? () => back() : onClose}
      title={title}
      size={640}
      closeOnClickOutside={!isForm}
      // The form of the message is around it in React, though not on the page, and is not to be sent with this one.
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
          left={left}
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
