// What stands where a list, figures or graphs could not be read.
import { Button } from '@mantine/core';
import { wordsFor } from '../api/errors.ts';
import { useText } from '../text/useText.ts';
import { Card } from '../ui/Card.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';

export function LoadFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const t = useText();
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
