import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

export default [
  layout('routes/shell.tsx', [
    index('routes/home.tsx'),
    route('signup', 'routes/sign-up.tsx'),
    route('login', 'routes/sign-in.tsx'),
    route('reset-password', 'routes/reset-password.tsx'),
    route('verify-email', 'routes/verify-email.tsx'),
    route('blogs', 'routes/blogs.tsx'),
    route('search', 'routes/search.tsx'),
    route('products/:id', 'routes/product.tsx'),
    route('dashboard/orders/:id/handover', 'routes/handover.tsx'),
    route('meetings/:token', 'routes/shared-meeting.tsx'),
    route('models', 'routes/models.tsx'),
    route('models/:slug', 'routes/model.tsx'),
    layout('routes/signed-in.tsx', [
      route('disputes/:id', 'routes/dispute.tsx'),
      route('dashboard/orders/:id/dispute', 'routes/open-dispute.tsx'),
      route('dashboard/orders/:id/return', 'routes/return.tsx'),
      route('category-products/:categoryName', 'routes/category-products.tsx'),
      route('dashboard', 'routes/dashboard/layout.tsx', [
        index('routes/dashboard/index.tsx'),
        route('account', 'routes/dashboard/account.tsx'),
        route('myorders', 'routes/dashboard/my-orders.tsx'),
        route('orders/:orderId', 'routes/dashboard/order.tsx'),
        route('myorders/payment/:orderId', 'routes/dashboard/payment.tsx'),
        route('myorders/receipt/:orderId', 'routes/dashboard/receipt.tsx'),
        layout('routes/seller-only.tsx', [
          route('addproduct', 'routes/dashboard/add-product.tsx'),
          route('myproducts', 'routes/dashboard/my-products.tsx'),
          route('sales', 'routes/dashboard/sales.tsx'),
          route('balance', 'routes/dashboard/balance.tsx'),
          route('payout-account', 'routes/dashboard/payout-account.tsx'),
          route('myproducts/:id/edit', 'routes/dashboard/edit-product.tsx'),
        ]),
        layout('routes/admin-only.tsx', [
          route('allsellers', 'routes/dashboard/all-sellers.tsx'),
          route('allbuyers', 'routes/dashboard/all-buyers.tsx'),
          route('disputes', 'routes/dashboard/disputes.tsx'),
          route('reported-products', 'routes/dashboard/reported-products.tsx'),
          route('ledger', 'routes/dashboard/ledger.tsx'),
        ]),
      ]),
    ]),
    route('*', 'routes/not-found.tsx'),
  ]),
] satisfies RouteConfig;
