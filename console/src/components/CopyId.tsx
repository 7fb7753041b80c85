// An id to look at and to copy: cut in the middle in rows, whole elsewhere.
import { shortId } from '../format.ts';
import { useText } from '../text/useText.ts';
import { CopyButton } from '../ui/CopyButton.tsx';
import classes from './CopyId.module.css';

type Props = {
  id: string;
  /** Names what is copied: "Copy Message ID". */
  label: string;
  row?: boolean;
};

export function CopyId({ id, label, row = false }: Props) {
  const t = useText();
  return (
    <span className={row ? classes.row : classes.whole}>
      <span className="mono" title={row ? id : undefined}>
        {row ? shortId(id) : id}
      </span>
      <span className={classes.copy}>
        <CopyButton value={id} label={label} copiedLabel={t('action.copied')} size={row ? 28 : 32} />
      </span>
    </span>
  );
}
