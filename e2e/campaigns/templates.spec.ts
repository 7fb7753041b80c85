// Templates: saved from the text on Send SMS, used in a campaign, edited, deleted and restored.
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { send } from '../people.ts';
import { inspect } from '../screens.ts';
import { tabTo } from '../tabTo.ts';
import { makeGroups, review, write } from './steps.ts';

const OFFER = 'Hi {first_name}, 20 % off until Sunday.';
const HOURS = 'On Poya day we open at 10 and close at 4.';

const content = (container: Page | Locator) => container.getByLabel('Message Content');
const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name });

/** Opens the list from either page. */
async function openList(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Use a template' }).click();
  return dialogOf(page, 'Templates');
}

test('a text is saved on Send SMS, and a template is used there and in a campaign', async ({
  page,
  project,
}) => {
  await makeGroups(page.request, { Colombo: [['+94771234128', 'Nimal', 'Silva']] });
  await page.goto('/send-sms');
  const save = page.getByRole('button', { name: 'Save as template' });
  const use = page.getByRole('button', { name: 'Use a template' });

  await test.step('saved under a name of its own', async () => {
    await expect(use).toBeVisible();
    await expect(save).toBeHidden();
    await content(page).fill(HOURS);
    await save.click();
    const dialog = dialogOf(page, 'Save as template');
    const name = dialog.getByLabel('Template name');
    await expect(name).toBeFocused();
    await expect(content(dialog)).toHaveValue(HOURS);
    await name.press('Enter');
    await expect(dialog.getByText('Template name is required')).toBeVisible();
    await name.fill('Opening hours');
    await name.press('Enter');
    await expect(page.getByText('Template saved')).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect(save).toBeFocused();
    // Saving has sent nothing.
    await expect(page.getByText('Phone numbers are required')).toBeHidden();
    await save.click();
    await name.fill('OPENING hours');
    await name.press('Enter');
    await expect(dialog.getByText('This project has a template of this name.')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  });

  await send(page.request, `/projects/${project.id}/templates`, { data: { name: 'Offer', content: OFFER } });

  await test.step('by keyboard: one without fields replaces the text, which can be restored', async () => {
    await content(page).fill('My own words');
    await tabTo(page, use);
    await page.keyboard.press('Enter');
    const list = dialogOf(page, 'Templates');
    await expect(list.getByRole('listitem')).toHaveCount(2);
    await expect(list.getByText('Send SMS has no names to put in for {first_name}.')).toBeVisible();
    await expect(list.getByRole('button', { name: /^Offer/ })).toBeHidden();
    await inspect(page, 'templates', { whole: false });
    await tabTo(page, list.getByRole('button', { name: /^Opening hours/ }));
    await page.keyboard.press('Enter');
    await expect(list).toBeHidden();
    await expect(content(page)).toHaveValue(HOURS);
    await expect(use).toBeFocused();
    await page.getByRole('button', { name: 'Put your text back' }).click();
    await expect(content(page)).toHaveValue('My own words');
    await expect(page.getByText('in place of your text')).toBeHidden();
    await expect(use).toBeFocused();
  });

  await test.step('in a campaign, with fields', async () => {
    await (await openList(page)).getByRole('link', { name: 'New Campaign' }).click();
    await expect(page).toHaveURL(/\/new-campaign/);
    await write(page, { name: 'November sale', groups: ['Colombo'] });
    await (await openList(page)).getByRole('button', { name: /^Offer/ }).click();
    await expect(content(page)).toHaveValue(OFFER);
    await expect((await review(page)).getByTitle('Hi Nimal, 20 % off until Sunday.')).toBeVisible();
  });
});

test('templates are created, edited, deleted and restored', async ({ page, project }) => {
  expect(project.name).toBe('Lanka Retail');
  await page.goto('/new-campaign');
  const list = await openList(page);
  await expect(list.getByText('No templates yet.')).toBeVisible();

  await list.getByRole('button', { name: 'New template' }).click();
  const form = dialogOf(page, 'New template');
  await expect(form.getByLabel('Template name')).toBeFocused();
  await form.getByLabel('Template name').fill('Reminder');
  await content(form).fill('Hi {fist_name}');
  await expect(form.getByText('Unknown field {fist_name}.')).toBeVisible();
  await form.getByRole('button', { name: 'Save template' }).click();
  await expect(content(form)).toBeFocused();
  await content(form).fill('Hi ');
  await form.getByRole('button', { name: 'First name' }).click();
  await expect(form.getByText('add a word after a bar: {first_name|customer}')).toBeVisible();
  await inspect(page, 'template-form', { whole: false });
  await form.getByRole('button', { name: 'Save template' }).click();
  await expect(list.getByRole('button', { name: /^Reminder/ })).toBeVisible();

  const pencil = list.getByRole('button', { name: 'Edit Reminder' });
  await expect(pencil).toBeFocused();
  await pencil.click();
  const edit = dialogOf(page, 'Edit template');
  await content(edit).press('Escape');
  await expect(pencil).toBeFocused();
  await pencil.click();
  await expect(content(edit)).toHaveValue('Hi {first_name}');
  await edit.getByLabel('Template name').fill('Follow-up');
  await edit.getByRole('button', { name: 'Save template' }).click();
  await expect(list.getByText('Reminder')).toBeHidden();

  const bin = list.getByRole('button', { name: 'Delete Follow-up' });
  await bin.click();
  await expect(list.getByText('No templates yet.')).toBeVisible();
  await expect(list.getByRole('button', { name: 'Undo' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(list.getByText('Hi {first_name}')).toBeVisible();
  await expect(list.getByRole('button', { name: 'Edit Follow-up' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(list).toBeHidden();
  await expect(page.getByRole('button', { name: 'Use a template' })).toBeFocused();
});

test('the page of templates: one is created, changed, and starts a message or a campaign', async ({
  page,
  project,
}) => {
  for (const [name, text] of [
    ['Offer', OFFER],
    ['Hours', HOURS],
  ] as const)
    await send(page.request, `/projects/${project.id}/templates`, { data: { name, content: text } });
  await page.goto('/home');
  await page.getByRole('navigation', { name: 'More' }).getByRole('link', { name: 'Templates' }).click();
  await expect(page.getByRole('heading', { name: 'Templates', level: 1 })).toBeVisible();
  await inspect(page, 'templates-page');

  const list = page.getByRole('list', { name: 'Templates' });
  const create = page.getByRole('button', { name: 'New template' });
  await create.click();
  const dialog = dialogOf(page, 'New template');
  await dialog.getByLabel('Template name').fill('Thanks');
  await content(dialog).fill('Thank you for your order.');
  await dialog.getByRole('button', { name: 'Save template' }).click();
  await expect(dialog).toBeHidden();
  await expect(create).toBeFocused();
  await expect(list.getByRole('listitem')).toContainText(['Hours', 'Offer', 'Thanks']);

  await page.getByRole('button', { name: 'Edit Hours' }).click();
  const edit = dialogOf(page, 'Edit template');
  await expect(content(edit)).toHaveValue(HOURS);
  await content(edit).fill('We are open until 6.');
  await edit.getByRole('button', { name: 'Save template' }).click();
  await expect(edit).toBeHidden();

  await list.getByRole('button', { name: /^Hours/ }).click();
  await expect(page).toHaveURL('/send-sms');
  await expect(content(page)).toHaveValue('We are open until 6.');
  await page.goto('/templates');
  await list.getByRole('button', { name: /^Offer/ }).click();
  await expect(page).toHaveURL('/new-campaign');
  await expect(content(page)).toHaveValue(OFFER);
});
