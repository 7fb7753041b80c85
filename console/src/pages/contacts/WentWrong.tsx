// '*Something went wrong!', and under it why.
import { useText } from '../../text/useText.ts';
import classes from './UploadModal.module.css';

export function WentWrong({ reason }: { reason: string }) {
  const t = useText();
  return (
    <div role="alert" className={classes.wrong}>
      <p>{t('upload.wrong')}</p>
      <p className={classes.reason}>{reason}</p>
    </div>
  );
}
