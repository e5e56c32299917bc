export { closeReports } from './close-reports.ts';
