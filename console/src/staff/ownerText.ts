// The text of owners of names, beside a request and a registration.
export const staffOwner = {
  'staff.owner': 'Owner of the name',
  'staff.owner.none': 'Nobody has named it',
  'staff.owner.aliases': 'Other names in texts',
  'staff.owner.basis': 'Right to the name',
  'staff.owner.basis.BUSINESS_NAME': 'Registered business name',
  'staff.owner.basis.COMPANY_NAME': 'Name of the company',
  'staff.owner.basis.TRADE_MARK': 'Trade mark',
  'staff.owner.basis.DOMAIN': 'Domain',
  'staff.owner.sends': 'Who sends',
  'staff.owner.client': 'The team for its client, with the client’s consent',
  'staff.owner.itself': 'The owner',
} as const;
