// Words around every list: its pages and its days.
export const lists = {
  'pager.label': 'Pages',
  'pager.page': 'Page {page, number} of {pages, number}',
  'pager.goTo': 'Page {page, number}',
  'pager.previous': 'Previous page',
  'pager.next': 'Next page',
  'pager.results': '{total, plural, one {# Result} other {# Results}}',
  'pager.moreResults': '{total, number}+ Results',
  'pager.pageSize': 'Rows per page',
  'range.label': 'Range',
  'range.dates': 'Dates: {dates}',
  'range.previousMonth': 'Previous month',
  'range.nextMonth': 'Next month',
  'range.chooseMonth': 'Choose month and year',
  'list.search': 'Search',
  'list.clearSearch': 'Clear search',
  'list.tryAgain': 'Try again',
} as const;
