-- The transparency page counts these entries.
CREATE TRIGGER increment_catalogue_revision AFTER INSERT ON audit_entries
  FOR EACH ROW WHEN (NEW.action IN ('product.reported', 'report.received', 'conversation.reported',
    'conversation-report.closed', 'review.removed', 'reports.resolved', 'held-listing.decided',
    'moderation.decided', 'appeal.received', 'appeal.decided'))
  EXECUTE FUNCTION increment_catalogue_revision();
