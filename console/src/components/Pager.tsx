// The foot of a list: 'N Results', rows per page, 'Page X of Y', and the pages.
import { Pagination, Select } from '@mantine/core';
import { useId, useMediaQuery } from '@mantine/hooks';
import { useText } from '../text/useText.ts';
import classes from './Pager.module.css';

type Props<Size extends number> = {
  /** Tells the pages of one list from those of another on the same screen. */
  label?: string;
  /** All results, on this page and the others; undefined while the first page loads. */
  total: number | undefined;
  /** There are more than `total`. */
  more?: boolean | undefined;
  /** Counted from one. */
  page: number;
  pages: number;
  pageSize: Size;
  pageSizes: readonly Size[];
  onPage: (page: number) => void;
  onPageSize: (size: Size) => void;
};

export function Pager<Size extends number>(props: Props<Size>) {
  const { label, total, more, page, pages, pageSize, pageSizes, onPage, onPageSize } = props;
  const t = useText();
  const sizeLabel = useId();
  const narrow = useMediaQuery('(max-width: 36em)', false, { getInitialValueInEffect: false });
  return (
    <div className={classes.pager}>
      <p className={classes.results} aria-live="polite">
        {total === undefined ? '\u00a0' : t(more ? 'pager.moreResults' : 'pager.results', { total })}
      </p>
      {total ? (
        <>
          <div className={classes.size}>
            <span id={sizeLabel}>{t('pager.pageSize')}</span>
            <Select
              className={classes.sizes ?? ''}
              aria-labelledby={sizeLabel}
              data={pageSizes.map(String)}
              value={String(pageSize)}
              onChange={(value) => {
                const size = pageSizes.find((one) => String(one) === value);
                if (size !== undefined && size !== pageSize) onPageSize(size);
              }}
              comboboxProps={{ withinPortal: false, position: 'top' }}
            />
          </div>
          <p className={classes.position}>{t('pager.page', { page, pages })}</p>
          <Pagination
            component="nav"
            aria-label={label ?? t('pager.label')}
            className={classes.pages ?? ''}
            total={pages}
            value={page}
            onChange={onPage}
            siblings={narrow ? 0 : 1}
            size={32}
            gap={4}
            getItemProps={(number) => ({ 'aria-label': t('pager.goTo', { page: number }) })}
            getControlProps={(control) => ({
              'aria-label': t(control === 'previous' ? 'pager.previous' : 'pager.next'),
            })}
          />
        </>
      ) : null}
    </div>
  );
}
