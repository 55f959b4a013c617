-- Nothing has called it since the state of a membership is read from the subscriptions themselves.
drop function has_active_subscription(bigint);
