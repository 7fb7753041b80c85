// A page with a list on the left and the open case on the right. Narrow screens show one of them.
import { Box, Flex } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { Filters } from '../../components/list/List.tsx';
import { useText } from '../../text/useText.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { StaffPage } from './StaffPage.tsx';

/** Whether the list and the open case are shown one at a time: below 1,100 px. */
export const useIsNarrow = () =>
  useMediaQuery('(max-width: 68.74em)', false, { getInitialValueInEffect: false });

type Props = {
  title: string;
  /** Stands above the list and the case. */
  notice?: ReactNode;
  actions: ReactNode;
  filters: ReactNode;
  list: ReactNode;
  /** The address of the list without a case. */
  listPath: string;
  isOpen: boolean;
  /** Nothing can be opened. */
  isEmpty?: boolean;
  /** The open case. */
  children: ReactNode;
};

export function ListAndCase({
  title,
  notice,
  actions,
  filters,
  list,
  listPath,
  isOpen,
  isEmpty = false,
  children,
}: Props) {
  const t = useText();
  const narrow = useIsNarrow();
  const { search } = useLocation();
  const hidesList = narrow && isOpen;
  // One component tree for all widths keeps the input when the window is resized.
  return (
    <StaffPage
      title={title}
      {...(hidesList ? { back: listPath + search } : {})}
      actions={hidesList ? null : actions}
    >
      {notice}
      {hidesList ? null : <Filters>{filters}</Filters>}
      <Flex gap={24} align="flex-start" direction={narrow ? 'column' : 'row'}>
        {hidesList ? null : (
          <Box flex="none" w={narrow || (isEmpty && !isOpen) ? '100%' : 336}>
            {list}
          </Box>
        )}
        {!isOpen && (narrow || isEmpty) ? null : (
          <Box flex={1} miw={0} w="100%">
            {isOpen ? (
              children
            ) : (
              <Card>
                <EmptyState text={t('staff.review.choose')} />
              </Card>
            )}
          </Box>
        )}
      </Flex>
    </StaffPage>
  );
}
