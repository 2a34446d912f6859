// The screens of people: search, profiles, likes, one's own profile.
const idOf = at => `01890000-0000-7000-8000-00000000c${String(at).padStart(3, '0')}`

const shown = '.person-card:not(.person-card--waiting)'

/** Waits until every photo in sight is there. */
const photos = page =>
  page.waitForFunction(() =>
    [...document.querySelectorAll('.photo img')].every(
      image => image.hasAttribute('data-shown') || image.getBoundingClientRect().top > innerHeight,
    ),
  )

export const people = [
  { name: 'members', path: '/members', member: 'active', viewport: true, ready: shown, act: photos },
  {
    name: 'members-unconfirmed',
    path: '/members',
    member: 'not_confirmed',
    viewport: true,
    ready: shown,
    act: photos,
  },
  { name: 'members-visitor', path: '/members', viewport: true, ready: shown, act: photos },
  {
    name: 'members-filters',
    path: '/members?min_age=25&max_age=45&body_type=slim,athletic',
    member: 'active',
    viewport: true,
    ready: shown,
    act: async page => {
      if (page.viewportSize().width < 576) await page.locator('.members-head button').click()
      await page.locator('.filters summary').first().click()
    },
  },
  { name: 'members-similar', path: '/members?max_age=30', member: 'active', ready: '.similar', act: photos },
  { name: 'members-nobody', path: '/members?min_age=75', member: 'active', ready: '.empty' },
  { name: 'member', path: `/members/${idOf(0)}`, member: 'active', ready: '.member h1', act: photos },
  {
    name: 'member-photo',
    path: `/members/${idOf(0)}`,
    member: 'active',
    viewport: true,
    ready: '.gallery-photo',
    act: async page => {
      await page.locator('.gallery-photo').first().click()
      await page.waitForFunction(() => document.querySelector('.lightbox img')?.complete)
    },
  },
  {
    name: 'member-likes-me',
    path: `/members/${idOf(1)}`,
    member: 'active',
    ready: '.relation-line',
    act: photos,
  },
  { name: 'member-fictional', path: `/members/${idOf(5)}`, member: 'active', ready: '.member h1', act: photos },
  { name: 'member-visitor', path: `/members/${idOf(2)}`, ready: '.member h1', act: photos },
  { name: 'member-unknown', path: '/members/nobody', member: 'active', ready: '.empty' },
  {
    name: 'member-blocked',
    path: '/members/01890000-0000-7000-8000-0000000000b1',
    member: 'active',
    ready: '.empty .button',
  },
  {
    name: 'member-block',
    path: `/members/${idOf(0)}`,
    member: 'active',
    viewport: true,
    ready: '.actions',
    act: async page => {
      await page.locator('.actions .button').last().click()
      await page.locator('[role=dialog]').waitFor()
    },
  },
  {
    name: 'login-required',
    path: `/members/${idOf(2)}`,
    viewport: true,
    ready: '.actions',
    act: async page => {
      await page.locator('.actions .button').first().click()
      await page.locator('[role=dialog]').waitFor()
    },
  },
  {
    name: 'match',
    path: `/members/${idOf(1)}`,
    member: 'active',
    viewport: true,
    ready: '.relation-line',
    act: async page => {
      await page.locator('.like-button').click()
      await page.locator('.match-title').waitFor()
      await photos(page)
    },
  },
  {
    name: 'like-popup',
    path: '/members?t=0',
    member: 'active',
    viewport: true,
    ready: '.match-title',
    act: photos,
  },
  { name: 'likes', path: '/likes', member: 'active', ready: shown, act: photos },
  { name: 'likes-received', path: '/likes/received', member: 'active', ready: shown, act: photos },
]
