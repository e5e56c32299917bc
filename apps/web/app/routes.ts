import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

export default [
  layout('routes/shell.tsx', [
    index('routes/home.tsx'),
    route('signup', 'routes/sign-up.tsx'),
    route('login', 'routes/sign-in.tsx'),
    route('reset-password', 'routes/reset-password.tsx'),
    route('blogs', 'routes/blogs.tsx'),
    layout('routes/signed-in.tsx', [
      route('category-products/:categoryName', 'routes/category-products.tsx'),
      layout('routes/seller-only.tsx', []),
      layout('routes/admin-only.tsx', []),
    ]),
    route('*', 'routes/not-found.tsx'),
  ]),
] satisfies RouteConfig;
