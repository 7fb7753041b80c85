// An id, whole and to be copied.
import { useText } from '../../text/useText.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import classes from './Part.module.css';

/** `copy` names what is copied: "Copy Team ID". */
export function StaffId({ id, copy, shown = id }: { id: string; copy: string; shown?: string }) {
  const t = useText();
  return (
    <span className={classes.id}>
      <span className="mono" title={id}>
        {shown}
      </span>
      <CopyButton value={id} label={copy} copiedLabel={t('action.copied')} size={28} />
    </span>
  );
}
