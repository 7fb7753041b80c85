// An id, cut in the middle: whole under the pointer, and copied whole.
import { shortId } from '../../format.ts';
import { useText } from '../../text/useText.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import classes from './Part.module.css';

/** `copy` names what is copied: "Copy Team ID". */
export function StaffId({ id, copy }: { id: string; copy: string }) {
  const t = useText();
  return (
    <span className={classes.id}>
      <span className="mono" title={id}>
        {shortId(id)}
      </span>
      <CopyButton value={id} label={copy} copiedLabel={t('action.copied')} size={28} />
    </span>
  );
}
