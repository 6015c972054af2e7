ALTER TABLE "directory"."users" ALTER COLUMN "preferred_language" DROP NOT NULL;
--> statement-breakpoint
-- Nobody could choose it until now, so 'en' was nobody's choice.
update directory.users set preferred_language = null;
