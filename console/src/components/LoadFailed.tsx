// What stands where a list, figures or graphs could not be read, or where there is no such thing.
import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { ApiError, wordsFor } from '../api/errors.ts';
import { useText } from '../text/useText.ts';
import { Card } from '../ui/Card.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';

type Props = {
  error: Error;
  onRetry: () => void;
  /** What is said of a thing that is not there, and the way back. */
  missing?: { text: string; back: string; to: string; state?: unknown };
};

export function LoadFailed({ error, onRetry, missing }: Props) {
  const t = useText();
  const isMissing = error instanceof ApiError && error.status === 404;
  if (missing && isMissing) {
    const { text, back, ...link } = missing;
    return (
      <Card padded={false}>
        <EmptyState
          text={text}
          action={
            <Button variant="outline" component={Link} {...link}>
              {back}
            </Button>
          }
        />
      </Card>
    );
  }
  return (
    <Card padded={false}>
      <EmptyState
        text={wordsFor(error)}
        action={
          <Button variant="outline" onClick={onRetry}>
            {t('action.tryAgain')}
          </Button>
        }
      />
    </Card>
  );
}
