// What stands where a list, figures or graphs could not be read, or where there is no such thing.
import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { isError, wordsFor } from '../api/errors.ts';
import { useText } from '../text/useText.ts';
import { EmptyCard } from '../ui/EmptyState.tsx';

type Props = {
  error: Error;
  onRetry: () => void;
  /** What is said of a thing that is not there, and the way back. */
  missing?: { text: string; back: string; to: string; state?: unknown };
};

export function LoadFailed({ error, onRetry, missing }: Props) {
  const t = useText();
  const isMissing = missing && isError(error, 'notFound');
  const action = isMissing ? (
    <Button variant="outline" component={Link} to={missing.to} state={missing.state}>
      {missing.back}
    </Button>
  ) : (
    <Button variant="outline" onClick={onRetry}>
      {t('action.tryAgain')}
    </Button>
  );
  return <EmptyCard text={isMissing ? missing.text : wordsFor(error)} action={action} />;
}
