alter table investors add constraint investors_referral_id_fk foreign key (tenant_id, referral_id) references referrals (tenant_id, id) deferrable initially deferred;
--> statement-breakpoint
alter table investments add constraint investments_project_id_fk foreign key (tenant_id, project_id) references projects (tenant_id, id) deferrable initially deferred;
--> statement-breakpoint
alter table investments add constraint investments_investor_id_fk foreign key (tenant_id, investor_id) references investors (tenant_id, id) deferrable initially deferred;
--> statement-breakpoint
alter table documents add constraint documents_project_id_fk foreign key (tenant_id, project_id) references projects (tenant_id, id) deferrable initially deferred;
--> statement-breakpoint
alter table documents add constraint documents_investor_id_fk foreign key (tenant_id, investor_id) references investors (tenant_id, id) deferrable initially deferred;
--> statement-breakpoint
alter table referrals add constraint referrals_investor_id_fk foreign key (tenant_id, investor_id) references investors (tenant_id, id) deferrable initially deferred;
--> statement-breakpoint
alter table referral_commissions add constraint referral_commissions_referral_id_fk foreign key (tenant_id, referral_id) references referrals (tenant_id, id) deferrable initially deferred;
--> statement-breakpoint
alter table referral_commissions add constraint referral_commissions_project_id_fk foreign key (tenant_id, project_id) references projects (tenant_id, id) deferrable initially deferred;
--> statement-breakpoint
alter table referral_attachments add constraint referral_attachments_referral_id_fk foreign key (tenant_id, referral_id) references referrals (tenant_id, id) deferrable initially deferred;
--> statement-breakpoint
alter table cash_flows add constraint cash_flows_project_id_fk foreign key (tenant_id, project_id) references projects (tenant_id, id) deferrable initially deferred;
--> statement-breakpoint
alter table cash_flows add constraint cash_flows_investor_id_fk foreign key (tenant_id, investor_id) references investors (tenant_id, id) deferrable initially deferred;
--> statement-breakpoint
alter table valuations add constraint valuations_project_id_fk foreign key (tenant_id, project_id) references projects (tenant_id, id) deferrable initially deferred;
--> statement-breakpoint
alter table commissions add constraint commissions_investment_id_fk foreign key (tenant_id, investment_id) references investments (tenant_id, id) deferrable initially deferred;
--> statement-breakpoint
alter table deals add constraint deals_source_id_fk foreign key (tenant_id, source_id) references referrals (tenant_id, id) deferrable initially deferred;
--> statement-breakpoint
alter table deals add constraint deals_project_id_fk foreign key (tenant_id, project_id) references projects (tenant_id, id) deferrable initially deferred;
--> statement-breakpoint
alter table opportunities add constraint opportunities_deal_id_fk foreign key (tenant_id, deal_id) references deals (tenant_id, id) deferrable initially deferred;
--> statement-breakpoint
alter table opportunities add constraint opportunities_investor_id_fk foreign key (tenant_id, investor_id) references investors (tenant_id, id) deferrable initially deferred;
--> statement-breakpoint
alter table investor_connections add constraint investor_connections_requester_id_fk foreign key (tenant_id, requester_id) references investors (tenant_id, id) deferrable initially deferred;
--> statement-breakpoint
alter table investor_connections add constraint investor_connections_recipient_id_fk foreign key (tenant_id, recipient_id) references investors (tenant_id, id) deferrable initially deferred;
--> statement-breakpoint
alter table investor_users add constraint investor_users_investor_id_fk foreign key (tenant_id, investor_id) references investors (tenant_id, id) deferrable initially deferred;
--> statement-breakpoint
alter table document_signatures add constraint document_signatures_document_id_fk foreign key (tenant_id, document_id) references documents (tenant_id, id) deferrable initially deferred;
--> statement-breakpoint
alter table analytics_data enable row level security;
--> statement-breakpoint
alter table analytics_data force row level security;
--> statement-breakpoint
create policy of_tenant on analytics_data using (tenant_id = current_setting('app.tenant_id')::uuid) with check (tenant_id = current_setting('app.tenant_id')::uuid);
--> statement-breakpoint
grant select, insert, update on analytics_data to holdfast_app;
--> statement-breakpoint
alter table audit_logs enable row level security;
--> statement-breakpoint
alter table audit_logs force row level security;
--> statement-breakpoint
create policy of_tenant on audit_logs using (tenant_id = current_setting('app.tenant_id')::uuid) with check (tenant_id = current_setting('app.tenant_id')::uuid);
--> statement-breakpoint
grant select, insert, update on audit_logs to holdfast_app;
--> statement-breakpoint
alter table bank_accounts enable row level security;
--> statement-breakpoint
alter table bank_accounts force row level security;
--> statement-breakpoint
create policy of_tenant on bank_accounts using (tenant_id = current_setting('app.tenant_id')::uuid) with check (tenant_id = current_setting('app.tenant_id')::uuid);
--> statement-breakpoint
grant select, insert, update on bank_accounts to holdfast_app;
--> statement-breakpoint
alter table cash_flows enable row level security;
--> statement-breakpoint
alter table cash_flows force row level security;
--> statement-breakpoint
create policy of_tenant on cash_flows using (tenant_id = current_setting('app.tenant_id')::uuid) with check (tenant_id = current_setting('app.tenant_id')::uuid);
--> statement-breakpoint
grant select, insert, update on cash_flows to holdfast_app;
--> statement-breakpoint
alter table commissions enable row level security;
--> statement-breakpoint
alter table commissions force row level security;
--> statement-breakpoint
create policy of_tenant on commissions using (tenant_id = current_setting('app.tenant_id')::uuid) with check (tenant_id = current_setting('app.tenant_id')::uuid);
--> statement-breakpoint
grant select, insert, update on commissions to holdfast_app;
--> statement-breakpoint
alter table deals enable row level security;
--> statement-breakpoint
alter table deals force row level security;
--> statement-breakpoint
create policy of_tenant on deals using (tenant_id = current_setting('app.tenant_id')::uuid) with check (tenant_id = current_setting('app.tenant_id')::uuid);
--> statement-breakpoint
grant select, insert, update on deals to holdfast_app;
--> statement-breakpoint
alter table document_signatures enable row level security;
--> statement-breakpoint
alter table document_signatures force row level security;
--> statement-breakpoint
create policy of_tenant on document_signatures using (tenant_id = current_setting('app.tenant_id')::uuid) with check (tenant_id = current_setting('app.tenant_id')::uuid);
--> statement-breakpoint
grant select, insert, update on document_signatures to holdfast_app;
--> statement-breakpoint
alter table documents enable row level security;
--> statement-breakpoint
alter table documents force row level security;
--> statement-breakpoint
create policy of_tenant on documents using (tenant_id = current_setting('app.tenant_id')::uuid) with check (tenant_id = current_setting('app.tenant_id')::uuid);
--> statement-breakpoint
grant select, insert, update on documents to holdfast_app;
--> statement-breakpoint
alter table exchange_rates enable row level security;
--> statement-breakpoint
alter table exchange_rates force row level security;
--> statement-breakpoint
create policy of_tenant on exchange_rates using (tenant_id = current_setting('app.tenant_id')::uuid) with check (tenant_id = current_setting('app.tenant_id')::uuid);
--> statement-breakpoint
grant select, insert, update on exchange_rates to holdfast_app;
--> statement-breakpoint
alter table exits enable row level security;
--> statement-breakpoint
alter table exits force row level security;
--> statement-breakpoint
create policy of_tenant on exits using (tenant_id = current_setting('app.tenant_id')::uuid) with check (tenant_id = current_setting('app.tenant_id')::uuid);
--> statement-breakpoint
grant select, insert, update on exits to holdfast_app;
--> statement-breakpoint
alter table investments enable row level security;
--> statement-breakpoint
alter table investments force row level security;
--> statement-breakpoint
create policy of_tenant on investments using (tenant_id = current_setting('app.tenant_id')::uuid) with check (tenant_id = current_setting('app.tenant_id')::uuid);
--> statement-breakpoint
grant select, insert, update on investments to holdfast_app;
--> statement-breakpoint
alter table investor_connections enable row level security;
--> statement-breakpoint
alter table investor_connections force row level security;
--> statement-breakpoint
create policy of_tenant on investor_connections using (tenant_id = current_setting('app.tenant_id')::uuid) with check (tenant_id = current_setting('app.tenant_id')::uuid);
--> statement-breakpoint
grant select, insert, update on investor_connections to holdfast_app;
--> statement-breakpoint
alter table investor_users enable row level security;
--> statement-breakpoint
alter table investor_users force row level security;
--> statement-breakpoint
create policy of_tenant on investor_users using (tenant_id = current_setting('app.tenant_id')::uuid) with check (tenant_id = current_setting('app.tenant_id')::uuid);
--> statement-breakpoint
grant select, insert, update on investor_users to holdfast_app;
--> statement-breakpoint
alter table investors enable row level security;
--> statement-breakpoint
alter table investors force row level security;
--> statement-breakpoint
create policy of_tenant on investors using (tenant_id = current_setting('app.tenant_id')::uuid) with check (tenant_id = current_setting('app.tenant_id')::uuid);
--> statement-breakpoint
grant select, insert, update on investors to holdfast_app;
--> statement-breakpoint
alter table notifications enable row level security;
--> statement-breakpoint
alter table notifications force row level security;
--> statement-breakpoint
create policy of_tenant on notifications using (tenant_id = current_setting('app.tenant_id')::uuid) with check (tenant_id = current_setting('app.tenant_id')::uuid);
--> statement-breakpoint
grant select, insert, update on notifications to holdfast_app;
--> statement-breakpoint
alter table opportunities enable row level security;
--> statement-breakpoint
alter table opportunities force row level security;
--> statement-breakpoint
create policy of_tenant on opportunities using (tenant_id = current_setting('app.tenant_id')::uuid) with check (tenant_id = current_setting('app.tenant_id')::uuid);
--> statement-breakpoint
grant select, insert, update on opportunities to holdfast_app;
--> statement-breakpoint
alter table projects enable row level security;
--> statement-breakpoint
alter table projects force row level security;
--> statement-breakpoint
create policy of_tenant on projects using (tenant_id = current_setting('app.tenant_id')::uuid) with check (tenant_id = current_setting('app.tenant_id')::uuid);
--> statement-breakpoint
grant select, insert, update on projects to holdfast_app;
--> statement-breakpoint
alter table referral_attachments enable row level security;
--> statement-breakpoint
alter table referral_attachments force row level security;
--> statement-breakpoint
create policy of_tenant on referral_attachments using (tenant_id = current_setting('app.tenant_id')::uuid) with check (tenant_id = current_setting('app.tenant_id')::uuid);
--> statement-breakpoint
grant select, insert, update on referral_attachments to holdfast_app;
--> statement-breakpoint
alter table referral_commissions enable row level security;
--> statement-breakpoint
alter table referral_commissions force row level security;
--> statement-breakpoint
create policy of_tenant on referral_commissions using (tenant_id = current_setting('app.tenant_id')::uuid) with check (tenant_id = current_setting('app.tenant_id')::uuid);
--> statement-breakpoint
grant select, insert, update on referral_commissions to holdfast_app;
--> statement-breakpoint
alter table referrals enable row level security;
--> statement-breakpoint
alter table referrals force row level security;
--> statement-breakpoint
create policy of_tenant on referrals using (tenant_id = current_setting('app.tenant_id')::uuid) with check (tenant_id = current_setting('app.tenant_id')::uuid);
--> statement-breakpoint
grant select, insert, update on referrals to holdfast_app;
--> statement-breakpoint
alter table scopes enable row level security;
--> statement-breakpoint
alter table scopes force row level security;
--> statement-breakpoint
create policy of_tenant on scopes using (tenant_id = current_setting('app.tenant_id')::uuid) with check (tenant_id = current_setting('app.tenant_id')::uuid);
--> statement-breakpoint
grant select, insert, update on scopes to holdfast_app;
--> statement-breakpoint
alter table tenant_numbers enable row level security;
--> statement-breakpoint
alter table tenant_numbers force row level security;
--> statement-breakpoint
create policy of_tenant on tenant_numbers using (tenant_id = current_setting('app.tenant_id')::uuid) with check (tenant_id = current_setting('app.tenant_id')::uuid);
--> statement-breakpoint
grant select, insert, update on tenant_numbers to holdfast_app;
--> statement-breakpoint
alter table trading_accounts enable row level security;
--> statement-breakpoint
alter table trading_accounts force row level security;
--> statement-breakpoint
create policy of_tenant on trading_accounts using (tenant_id = current_setting('app.tenant_id')::uuid) with check (tenant_id = current_setting('app.tenant_id')::uuid);
--> statement-breakpoint
grant select, insert, update on trading_accounts to holdfast_app;
--> statement-breakpoint
alter table user_preferences enable row level security;
--> statement-breakpoint
alter table user_preferences force row level security;
--> statement-breakpoint
create policy of_tenant on user_preferences using (tenant_id = current_setting('app.tenant_id')::uuid) with check (tenant_id = current_setting('app.tenant_id')::uuid);
--> statement-breakpoint
grant select, insert, update on user_preferences to holdfast_app;
--> statement-breakpoint
alter table valuations enable row level security;
--> statement-breakpoint
alter table valuations force row level security;
--> statement-breakpoint
create policy of_tenant on valuations using (tenant_id = current_setting('app.tenant_id')::uuid) with check (tenant_id = current_setting('app.tenant_id')::uuid);
--> statement-breakpoint
grant select, insert, update on valuations to holdfast_app;
--> statement-breakpoint
alter table verdicts enable row level security;
--> statement-breakpoint
alter table verdicts force row level security;
--> statement-breakpoint
create policy of_tenant on verdicts using (tenant_id = current_setting('app.tenant_id')::uuid) with check (tenant_id = current_setting('app.tenant_id')::uuid);
--> statement-breakpoint
grant select, insert, update on verdicts to holdfast_app;
--> statement-breakpoint
grant usage on schema directory to holdfast_directory;
--> statement-breakpoint
grant select, insert, update, delete on all tables in schema directory to holdfast_directory;
