// Screens of money; see screens.mjs.

const orderPage = (n, name, ready) => ({
  name: `money-order-${name}`,
  path: `/transactions/01890000-0000-7000-8000-00000000000${n}`,
  member: 'premium',
  ready,
})

export const money = [
  { name: 'money-pricing', path: '/pricing', ready: '.prices-money' },
  { name: 'money-premium', path: '/premium', member: 'active', ready: '.prices-money' },
  { name: 'money-credits', path: '/credits', member: 'active', ready: 'a.package' },
  { name: 'money-credits-bonus', path: '/credits', member: 'new', ready: '.discount-line' },
  { name: 'money-credits-premium', path: '/credits', member: 'premium', ready: 'a.package' },
  { name: 'money-credits-wrong-code', path: '/credits?code=WRONG', member: 'active', ready: '.field-error' },
  { name: 'money-credits-code', path: '/credits?code=LENTE10', member: 'active', ready: '.discount-line' },
  {
    name: 'money-credits-away',
    path: '/credits',
    member: 'active',
    act: async page => {
      await page.route('**/ListPackages', route => route.abort())
      await page.reload()
      await page.locator('.package--waiting').first().waitFor()
    },
  },
  { name: 'money-pay', path: '/credits/credits-250/ideal', member: 'new', ready: '.method' },
  {
    name: 'money-pay-errors',
    path: '/credits/credits-250',
    member: 'active',
    ready: '.method',
    act: async page => {
      await page.locator('.checkout button[type=submit]').click()
      await page.locator('.field-error').waitFor()
      await page.locator('input[name=accept]').check()
      await page.locator('.checkout button[type=submit]').click()
      await page.locator('.notice--danger').waitFor()
    },
  },
  { name: 'money-repeat-order', path: '/credits/repeat-order', member: 'premium', ready: '.row-link' },
  { name: 'money-repeat-order-none', path: '/credits/repeat-order', member: 'active', ready: '.empty' },
  { name: 'money-transactions', path: '/transactions', member: 'premium', ready: '.entries' },
  { name: 'money-transactions-none', path: '/transactions', member: 'active', ready: '.limits' },
  orderPage(1, 'paid', '.payment-outcome'),
  orderPage(2, 'pending', '.payment-outcome'),
  orderPage(3, 'failed', '.payment-outcome'),
  orderPage(4, 'cancelled', '.payment-outcome'),
  orderPage(5, 'withdrawn', '.notice--success'),
  orderPage(6, 'transfer', '.payment-outcome'),
  orderPage(9, 'unknown', '.notice--danger'),
  {
    ...orderPage(1, 'withdraw', '.payment-outcome'),
    act: async page => {
      await page.locator('section[aria-labelledby=withdraw] .button--secondary').click()
      await page.locator('.withdraw-confirm').waitFor()
    },
  },
  { name: 'money-bonus-banner', path: '/members', member: 'new', viewport: true, ready: '.bonus-banner' },
]
