// Shown instead of content that could not be loaded or does not exist.
import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { errorMessage, isError } from '../../api/errors.ts';
import { useText } from '../../text/useText.ts';
import { EmptyCard } from '../../ui/EmptyState.tsx';

type Props = {
  error: Error;
  onRetry: () => void;
  /** The text for content that does not exist, and a link back. */
  missing?: { text: string; back: string; to: string; state?: unknown };
  /** A text that replaces the server's. */
  text?: string;
};

export function LoadFailed({ error, onRetry, missing, text = errorMessage(error) }: Props) {
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
  return <EmptyCard text={isMissing ? missing.text : text} action={action} />;
}
