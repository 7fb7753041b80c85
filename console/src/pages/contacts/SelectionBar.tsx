// What can be done with the chosen contacts. It stands where the search does, so that nothing moves under the pointer.
import { Button, CloseButton } from '@mantine/core';
import { useText } from '../../text/useText.ts';
import type { OpenDialog } from './ContactDialogs.tsx';
import { focusContent } from './focusContent.ts';
import classes from './SelectionBar.module.css';
import type { ContactSelection } from './useSelection.ts';

type Props = {
  selection: ContactSelection;
  isFiltered: boolean;
  onOpen: (dialog: OpenDialog) => void;
};

export function SelectionBar({ selection, isFiltered, onOpen }: Props) {
  const t = useText();
  const { count, total, isAll, onPage, chooseAll, clear } = selection;
  const isMore = onPage === 'all' && !isAll && total !== undefined && total > count;
  return (
    <section className={classes.bar} aria-label={t('selection.bar')}>
      <div className={classes.words}>
        <CloseButton
          size={32}
          aria-label={t('selection.clear')}
          onClick={() => {
            clear();
            focusContent();
          }}
        />
        <p role="status">{t('selection.count', { count })}</p>
        {isMore ? (
          <Button variant="subtle" size="xs" onClick={chooseAll}>
            {t(isFiltered ? 'selection.all' : 'selection.everybody', { total })}
          </Button>
        ) : null}
      </div>
      <div className={classes.actions}>
        <Button variant="outline" onClick={() => onOpen({ name: 'group', action: 'add' })}>
          {t('selection.addTo')}
        </Button>
        <Button variant="outline" onClick={() => onOpen({ name: 'group', action: 'remove' })}>
          {t('selection.removeFrom')}
        </Button>
        <Button variant="outline" color="red" onClick={() => onOpen({ name: 'deleteMany' })}>
          {t('selection.delete')}
        </Button>
      </div>
    </section>
  );
}
