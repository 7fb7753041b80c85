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

type Props = {
  title: string;
  actions: ReactNode;
  filters: ReactNode;
  list: ReactNode;
  /** The address of the list without a case. */
  listPath: string;
  isOpen: boolean;
  /** The open case. */
  children: ReactNode;
};

export function ListAndCase({ title, actions, filters, list, listPath, isOpen, children }: Props) {
  const t = useText();
  // 1,100 px
  const narrow = useMediaQuery('(max-width: 68.74em)', false, { getInitialValueInEffect: false });
  const { search } = useLocation();
  const hidesList = narrow && isOpen;
  // One component tree for all widths keeps the input when the window is resized.
  return (
    <StaffPage
      title={title}
      {...(hidesList ? { back: listPath + search } : {})}
      actions={hidesList ? null : actions}
    >
      {hidesList ? null : <Filters>{filters}</Filters>}
      <Flex gap={24} align="flex-start" direction={narrow ? 'column' : 'row'}>
        {hidesList ? null : (
          <Box flex="none" w={narrow ? '100%' : 336}>
            {list}
          </Box>
        )}
        {narrow && !isOpen ? null : (
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
