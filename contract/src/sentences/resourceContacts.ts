// Descriptions of contacts and groups in the reference of the public API.
export const LIST_CONTACTS_CALL =
  'The contacts of the team, the newest first, or those of a group. Contacts are those of LIVE campaigns, so these calls need a LIVE key; a TEST key is refused with 1004.';
export const CREATE_CONTACT_CALL =
  'Creates a contact of the team. If the team already has a contact with the number, the call is refused with 1013; to find that contact, list contacts with `number`.';
export const GET_CONTACT_CALL = 'One contact with its groups.';
export const CHANGE_CONTACT_CALL =
  'Changes the fields that you give. `groups` replaces all groups of the contact.';
export const DELETE_CONTACT_CALL =
  'Deletes a contact. Its messages, opt-outs and consents stay, because they belong to the number.';
export const LIST_GROUPS_CALL = 'All groups of the team with their sizes, the newest first; at most 1,000.';
export const CREATE_GROUP_CALL = 'Creates a group. Names are unique in a team, regardless of case.';
export const DELETE_GROUP_CALL = 'Deletes a group. Its members stay contacts.';
export const PUT_MEMBERS_CALL =
  'Adds up to 1,000 contacts to a group, or removes them. Repeating a call is safe. If any id is not a contact of the team, the call is refused with 1001 and nothing changes.';
export const CONTACT_ID = 'The id of the contact.';
export const CONTACT_NUMBER = 'The number, in international format. A team has one contact for each number.';
export const CONTACT_FIRST_NAME = 'The first name: 2 to 100 characters without digits.';
export const CONTACT_LAST_NAME = 'The last name: at most 100 characters; it may be empty.';
export const CONTACT_GROUPS = 'The groups of the contact, sorted by name.';
export const CONTACT_GIVEN_GROUPS = 'The ids of the groups of the contact, at most 50.';
export const CONTACT_FILTER_NUMBER = 'Only the contact with this number, in international format.';
export const CONTACT_FILTER_GROUP = 'Only the members of the group with this id.';
export const CONTACTS_RESULTS = 'The contacts, the newest first.';
export const GROUP_ID = 'The id of the group.';
export const GROUP_NAME = 'The name of the group: at most 100 characters.';
export const GROUP_CREATED = 'When the group was created.';
export const GROUP_SIZE = 'The number of its members.';
export const GROUPS_RESULTS = 'The groups, the newest first.';
export const MEMBERS_CONTACTS = 'The ids of the contacts.';
export const MEMBERS_ACTION = 'add (the default) or remove.';
export const MEMBERS_CHANGED =
  'How many contacts were added or removed. Contacts that were already in the group, or already not in it, are not counted.';
export const REMOVED = 'How many were deleted: 1.';
