// Words around every list and its details: pages, days, modes, and who may only look.
export const lists = {
  'pager.of': 'Pages of {list}',
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
  'page.trail': 'Breadcrumb',
  'mode.label': 'Mode',
  'role.mayNotSend':
    'Your role in this team is to look, not to send. Ask an owner or an admin of the team for the right to send.',
  'list.tryAgain': 'Try again',
} as const;
