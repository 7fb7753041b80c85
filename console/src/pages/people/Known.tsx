// The result of a query about a person, while it loads and if it fails.
import { Anchor, Group, Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { errorMessage } from '../../api/errors.ts';
import { useText } from '../../text/useText.ts';

/** The result of a query. A failed one says so, because what it looked for may exist. */
export function Known({ query, children }: { query: UseQueryResult<unknown>; children: ReactNode }) {
  const t = useText();
  if (query.data) return children;
  if (!query.error) return <Skeleton height={16} width={160} />;
  return (
    <Group gap="4px 12px">
      {errorMessage(query.error)}
      <Anchor component="button" type="button" onClick={() => void query.refetch()}>
        {t('action.tryAgain')}
      </Anchor>
    </Group>
  );
}

/** A list of what begins with a number has few rows besides the number's own. */
export const FIRST_PAGE = { page_num: 0, page_size: 25 };
